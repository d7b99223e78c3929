import { cleanSchema } from '@weir/dialects/anthropic-messages/clean-schema'
import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { placesOfMedia, readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import {
  fieldsPresent,
  readEffort,
  readNumber,
  readResponseFormat,
  readStop,
  readTools,
  refuseWebSearch,
  toolsBesideFunctions,
  type Effort,
} from '@weir/dialects/openai-chat/read-options'
import { toolNames } from '@weir/dialects/openai-chat/tool-names'
import { cachePlacesOf, lostMarks } from './cache-points.ts'
import { converseMessages, converseSystem } from './messages.ts'
import { answerByTool, droppedOfTools, knowsSchemas, toolFields, type ToolSetting } from './tool-config.ts'

const JSON_INSTRUCTION = 'Answer with one valid JSON object and nothing else.'

interface FormatFields {
  readonly instruction?: string
  readonly fields: JsonObject
}

const formatFields = (setting: ToolSetting): FormatFields => {
  const format = readResponseFormat(setting.body)
  if (format?.kind === 'json-object') return { instruction: JSON_INSTRUCTION, fields: toolFields(setting) }
  if (format?.kind !== 'json-schema') return { fields: toolFields(setting) }
  if (!knowsSchemas(setting.model)) return answerByTool(format.schema, setting)
  const jsonSchema = { schema: JSON.stringify(cleanSchema(format.schema)), name: format.name }
  return { fields: { ...toolFields(setting), outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } } }
}

/** Both go from 0 to 1 on this wire, and a temperature of OpenAI's to 2. */
const share = (value: number): number => Math.min(Math.max(value, 0), 1)

const inferenceConfig = (call: ChatCall): JsonObject => {
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  const stop = readStop(call.body)
  return {
    ...(call.maxOutputTokens !== undefined && { maxTokens: call.maxOutputTokens }),
    ...(temperature !== undefined && { temperature: share(temperature) }),
    ...(topP !== undefined && { topP: share(topP) }),
    ...(stop.length > 0 && { stopSequences: stop }),
  }
}

const atMostHigh = (effort: Effort): string => {
  if (effort === 'minimal') return 'low'
  return effort === 'xhigh' || effort === 'max' ? 'high' : effort
}

const reasoningFields = (call: ChatCall, model: string): JsonObject => {
  const effort = readEffort(call.body)
  if (effort === undefined || effort === 'none') return {}
  if (model.includes('nova-2')) return { reasoningConfig: { type: 'enabled', maxReasoningEffort: atMostHigh(effort) } }
  return model.includes('gpt-oss') ? { reasoning_effort: atMostHigh(effort) } : {}
}

const unlessEmpty = (name: string, value: JsonObject): JsonObject => (Object.keys(value).length > 0 ? { [name]: value } : {})

/** The body of a call to Converse, which is the same for every family of models. */
export const renderConverseCall = (call: ChatCall, model: string, systemPrompt: string): JsonObject => {
  const { body } = call
  if (call.choices > 1) throw new UnsupportedInput('n', 'This model gives one answer at a time')
  refuseWebSearch(body)
  const messages = readMessages(body, systemPrompt)
  const names = toolNames(body)
  const places = cachePlacesOf(model)
  const format = formatFields({ body, model, names, messages, places })
  const system = [...converseSystem(messages, places), ...(format.instruction === undefined ? [] : [{ text: format.instruction }])]
  return {
    ...(system.length > 0 && { system }),
    messages: converseMessages(messages, { names, places }),
    ...unlessEmpty('inferenceConfig', inferenceConfig(call)),
    ...format.fields,
    ...unlessEmpty('additionalModelRequestFields', reasoningFields(call, model)),
  }
}

const WITHOUT_PLACE = [
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'prediction',
  'audio',
  'modalities',
  'service_tier',
  'verbosity',
  'top_k',
]

const present = (marks: readonly (JsonObject | undefined)[]): readonly JsonObject[] => marks.filter((mark) => mark !== undefined)

const marksOf = (messages: readonly Message[]): readonly JsonObject[] =>
  messages.flatMap((message) =>
    present([
      ...message.parts.map((part) => part.cacheControl),
      ...(message.role === 'tool' ? [message.cacheControl] : []),
      ...(message.role === 'assistant' ? message.toolCalls.map((called) => called.cacheControl) : []),
    ]),
  )

export const droppedByConverse = ({ body }: ChatCall, model: string): readonly string[] => {
  const messages = readMessages(body, '')
  const tools = present(readTools(body).map((tool) => tool.cacheControl))
  return [
    ...fieldsPresent(body, WITHOUT_PLACE),
    ...placesOfMedia(messages),
    ...toolsBesideFunctions(body),
    ...droppedOfTools({ body, model, messages }),
    ...lostMarks(cachePlacesOf(model), { messages: marksOf(messages), tools }),
  ]
}
