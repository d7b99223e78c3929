import { isObject, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { readMessages } from '../openai-chat/read-messages.ts'
import {
  fieldsPresent,
  readNumber,
  readResponseFormat,
  readStop,
  refuseWebSearch,
  strictTools,
  toolsBesideFunctions,
} from '../openai-chat/read-options.ts'
import { toolNames } from '../openai-chat/tool-names.ts'
import { cleanSchema } from './clean-schema.ts'
import { claudeTraits } from './models.ts'
import { renderSystem, renderTurns } from './render-messages.ts'
import { planThinking, type ThinkingPlan } from './thinking.ts'
import { answerByTool, losesToolChoice, toolFields, type ToolSetting } from './tool-fields.ts'

export interface ClaudeCallOptions {
  /** The name upstream knows the model by. */
  readonly model: string
  readonly systemPrompt: string
  /** Upstream fetches images by their web address itself. */
  readonly takesImageLinks: boolean
  /** The version of the wire still knows temperature and top_p. */
  readonly takesSampling: boolean
}

const DEFAULT_MAX_TOKENS = 8192
const MIN_BUDGET = 1024

interface Setting extends ToolSetting {
  readonly call: ChatCall
  readonly thinking: ThinkingPlan
}

const JSON_INSTRUCTION = 'Answer with one valid JSON object and nothing else.'

interface FormatFields {
  readonly instruction?: string
  readonly config?: JsonObject
  readonly fields: JsonObject
}

const formatFields = (setting: Setting): FormatFields => {
  const format = readResponseFormat(setting.body)
  if (format?.kind === 'json-object') return { instruction: JSON_INSTRUCTION, fields: toolFields(setting) }
  if (format?.kind !== 'json-schema') return { fields: toolFields(setting) }
  if (!setting.traits.hasJsonSchema) return answerByTool(format.schema, setting)
  return { config: { format: { type: 'json_schema', schema: cleanSchema(format.schema) } }, fields: toolFields(setting) }
}

const within = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most)

/** Both at once are refused by newer models, and neither is taken while the model thinks. */
const samplingFields = ({ call, traits, thinking }: Setting): JsonObject => {
  if (!traits.hasSampling || thinking.isOn) return {}
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  if (temperature !== undefined) return { temperature: within(temperature, 0, 1) }
  return topP === undefined ? {} : { top_p: within(topP, 0, 1) }
}

const limitFields = ({ call, traits, thinking }: Setting): JsonObject => {
  const wished = call.maxOutputTokens ?? DEFAULT_MAX_TOKENS + thinking.budget
  const limit = Math.min(Math.max(wished, 1), traits.maxOutput)
  if (thinking.budget === 0 || thinking.thinking !== undefined)
    return { max_tokens: limit, ...(thinking.thinking && { thinking: thinking.thinking }) }
  if (limit <= MIN_BUDGET) return { max_tokens: limit }
  return {
    max_tokens: limit,
    thinking: { type: 'enabled', budget_tokens: Math.max(Math.min(thinking.budget, limit - MIN_BUDGET), MIN_BUDGET) },
  }
}

/** Upstream refuses ids that look like a person's address or number. */
const LOOKS_PERSONAL = /@|^\+?[\d\s().-]{7,}$/

const metadataFields = (body: JsonObject): JsonObject => {
  const user = textAt(body, 'safety_identifier') ?? textAt(body, 'user')
  return user === undefined || user === '' || LOOKS_PERSONAL.test(user) ? {} : { metadata: { user_id: user } }
}

/** The body of a call without what differs between Anthropic, AWS and Google: model, version and stream. */
export const renderClaudeCall = (call: ChatCall, options: ClaudeCallOptions): JsonObject => {
  const { body } = call
  if (call.choices > 1) throw new UnsupportedInput('n', 'This model gives one answer at a time')
  refuseWebSearch(body)
  const known = claudeTraits(options.model)
  const traits = { ...known, hasSampling: known.hasSampling && options.takesSampling }
  const names = toolNames(body)
  const messages = readMessages(body, options.systemPrompt)
  const thinking = planThinking(body, messages, traits)
  const setting: Setting = { call, body, traits, names, messages, thinking, isThinking: thinking.isOn }
  const format = formatFields(setting)
  const system = [...renderSystem(messages), ...(format.instruction === undefined ? [] : [{ type: 'text', text: format.instruction }])]
  const config = { ...(thinking.effort !== undefined && { effort: thinking.effort }), ...format.config }
  const stop = readStop(body)
  const { takesImageLinks } = options
  const keepsThoughts = traits.thinking !== 'none' && thinking.thinking?.['type'] !== 'disabled'
  return {
    ...(system.length > 0 && { system }),
    messages: renderTurns(messages, { names, takesImageLinks, takesPrefill: traits.takesPrefill, keepsThoughts }),
    ...limitFields(setting),
    ...samplingFields(setting),
    ...(stop.length > 0 && { stop_sequences: stop }),
    ...format.fields,
    ...(Object.keys(config).length > 0 && { output_config: config }),
    ...metadataFields(body),
    ...(isObject(body['cache_control']) && { cache_control: body['cache_control'] }),
  }
}

/** Fields of the caller's body that have no place on this wire. */
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
  'verbosity',
]

export const droppedByClaude = ({ body }: ChatCall, options: Pick<ClaudeCallOptions, 'model' | 'takesSampling'>): readonly string[] => {
  const traits = claudeTraits(options.model)
  const isThinking = planThinking(body, readMessages(body, ''), traits).isOn
  const isSampled = traits.hasSampling && options.takesSampling && !isThinking
  const hasBoth = fieldsPresent(body, ['temperature', 'top_p']).length === 2
  return [
    ...fieldsPresent(body, WITHOUT_PLACE),
    ...fieldsPresent(body, isSampled ? [] : ['temperature']),
    ...fieldsPresent(body, isSampled && !hasBoth ? [] : ['top_p']),
    ...fieldsPresent(body, traits.thinking === 'none' ? ['reasoning_effort'] : []),
    ...toolsBesideFunctions(body),
    ...(traits.hasJsonSchema ? [] : strictTools(body)),
    ...(losesToolChoice({ body, traits, isThinking }) ? ['tool_choice'] : []),
  ]
}
