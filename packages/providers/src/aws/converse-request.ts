import type { JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { readMessages, type Message } from '@weir/dialects/openai-chat/read-messages'
import {
  fieldsPresent,
  readEffort,
  readNumber,
  readResponseFormat,
  readStop,
  readToolChoice,
  readTools,
  type Effort,
} from '@weir/dialects/openai-chat/read-options'
import { toolNames, type ToolNames } from '@weir/dialects/openai-chat/tool-names'
import { converseMessages } from './converse-messages.ts'

/** Stands for the caller's schema on models that know tools but no structured output. */
export const JSON_TOOL = 'json_tool_call'

const ANY_OBJECT = { type: 'object', properties: {} }

interface Setting {
  readonly call: ChatCall
  readonly model: string
  readonly names: ToolNames
  readonly messages: readonly Message[]
}

const toolSpec = (name: string, description: string, schema: JsonObject) => ({
  toolSpec: { name, description: description || name, inputSchema: { json: schema } },
})

const offeredTools = ({ call, names }: Setting) =>
  readTools(call.body).map((tool) => toolSpec(names.toWire(tool.name), tool.description, { ...ANY_OBJECT, ...tool.parameters }))

/** A history with tool calls is refused unless the tools are declared, so missing ones are declared by name. */
const historyTools = ({ names, messages }: Setting) => {
  const called = messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.name) : []))
  return [...new Set(called)].map((name) => toolSpec(names.toWire(name), '', ANY_OBJECT))
}

/** Only these can be told to use a tool. */
const canForceTool = (model: string): boolean => /nova|mistral/.test(model)

const toolChoice = ({ call, model, names }: Setting): JsonObject | undefined => {
  const choice = readToolChoice(call.body)
  if (!canForceTool(model)) return undefined
  switch (choice?.mode) {
    case 'required':
      return { any: {} }
    case 'named':
      return { tool: { name: names.toWire(choice.name) } }
    case 'auto':
    case 'none':
    case undefined:
      return undefined
  }
}

/** The wire cannot forbid tools, so they are left out, unless earlier calls need them. */
const toolConfig = (setting: Setting): JsonObject => {
  const isForbidden = readToolChoice(setting.call.body)?.mode === 'none'
  const offered = isForbidden ? [] : offeredTools(setting)
  const tools = offered.length > 0 ? offered : historyTools(setting)
  if (tools.length === 0) return {}
  const choice = offered.length > 0 ? toolChoice(setting) : undefined
  return { toolConfig: { tools, ...(choice && { toolChoice: choice }) } }
}

const answersInSchema = (model: string): boolean => !/nova|titan|llama/.test(model)

const schemaTool = (schema: JsonObject, setting: Setting): JsonObject => ({
  toolConfig: {
    tools: [...offeredTools(setting), toolSpec(JSON_TOOL, 'Give the answer in this form.', schema)],
    ...(canForceTool(setting.model) && { toolChoice: { tool: { name: JSON_TOOL } } }),
  },
})

const formatFields = (setting: Setting): JsonObject => {
  const format = readResponseFormat(setting.call.body)
  if (format?.kind !== 'json-schema') return toolConfig(setting)
  if (!answersInSchema(setting.model)) return schemaTool(format.schema, setting)
  const jsonSchema = { schema: JSON.stringify(format.schema), name: format.name }
  return { ...toolConfig(setting), outputConfig: { textFormat: { type: 'json_schema', structure: { jsonSchema } } } }
}

const inferenceConfig = (call: ChatCall): JsonObject => {
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  const stop = readStop(call.body)
  return {
    ...(call.maxOutputTokens !== undefined && { maxTokens: call.maxOutputTokens }),
    ...(temperature !== undefined && { temperature }),
    ...(topP !== undefined && { topP }),
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

const JSON_INSTRUCTION = 'Answer with one valid JSON object and nothing else.'

const systemTexts = (messages: readonly Message[], body: JsonObject): readonly string[] => [
  ...messages.flatMap((message) => (message.role === 'system' && message.text.trim() !== '' ? [message.text] : [])),
  ...(readResponseFormat(body)?.kind === 'json-object' ? [JSON_INSTRUCTION] : []),
]

const unlessEmpty = (name: string, value: JsonObject): JsonObject => (Object.keys(value).length > 0 ? { [name]: value } : {})

/** The body of a call to Converse, which is the same for every family of models. */
export const renderConverseCall = (call: ChatCall, model: string, systemPrompt: string): JsonObject => {
  if (call.choices > 1) throw new UnsupportedInput('n', 'This model gives one answer at a time')
  const messages = readMessages(call.body, systemPrompt)
  const names = toolNames(call.body)
  const system = systemTexts(messages, call.body).map((text) => ({ text }))
  return {
    ...(system.length > 0 && { system }),
    messages: converseMessages(messages, names),
    ...unlessEmpty('inferenceConfig', inferenceConfig(call)),
    ...formatFields({ call, model, names, messages }),
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
  'web_search_options',
  'service_tier',
]

export const droppedByConverse = (call: ChatCall): readonly string[] => [
  ...fieldsPresent(call.body, WITHOUT_PLACE),
  ...(call.body['parallel_tool_calls'] === false ? ['parallel_tool_calls'] : []),
]
