import { isObject, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { readMessages, type Message } from '../openai-chat/read-messages.ts'
import { fieldsPresent, readNumber, readResponseFormat, readStop, readToolChoice, readTools } from '../openai-chat/read-options.ts'
import { toolNames, type ToolNames } from '../openai-chat/tool-names.ts'
import { cleanSchema } from './clean-schema.ts'
import { claudeTraits, type ClaudeTraits } from './models.ts'
import { renderSystem, renderTurns } from './render-messages.ts'
import { planThinking, type ThinkingPlan } from './thinking.ts'
import type { WireTool, WireToolChoice } from './wire.ts'

export interface ClaudeCallOptions {
  /** The name upstream knows the model by. */
  readonly model: string
  readonly systemPrompt: string
  /** Upstream fetches images by their web address itself. */
  readonly takesImageLinks: boolean
  /** The version of the wire still knows temperature and top_p. */
  readonly takesSampling: boolean
}

/** Stands for the caller's schema on models that know tools but no structured output. */
export const JSON_TOOL = 'json_tool_call'

const DEFAULT_MAX_TOKENS = 8192
const MIN_BUDGET = 1024
const ANY_OBJECT = { type: 'object', properties: {} }

interface Setting {
  readonly call: ChatCall
  readonly traits: ClaudeTraits
  readonly names: ToolNames
  readonly messages: readonly Message[]
  readonly thinking: ThinkingPlan
}

const calledNames = (messages: readonly Message[]): readonly string[] =>
  messages.flatMap((message) => (message.role === 'assistant' ? message.toolCalls.map((call) => call.name) : []))

/** A history with tool calls is refused unless the tools are declared, so missing ones are declared by name. */
const declaredTools = ({ call, names, messages }: Setting): readonly WireTool[] => {
  const tools = readTools(call.body).map((tool): WireTool => ({
    name: names.toWire(tool.name),
    ...(tool.description !== '' && { description: tool.description }),
    input_schema: { ...ANY_OBJECT, ...tool.parameters },
    ...(tool.isStrict !== undefined && { strict: tool.isStrict }),
  }))
  if (tools.length > 0) return tools
  return [...new Set(calledNames(messages))].map((name) => ({ name: names.toWire(name), input_schema: ANY_OBJECT }))
}

const wishedChoice = ({ call, names }: Setting): WireToolChoice | undefined => {
  const choice = readToolChoice(call.body)
  switch (choice?.mode) {
    case undefined:
      return undefined
    case 'auto':
    case 'none':
      return { type: choice.mode }
    case 'required':
      return { type: 'any' }
    case 'named':
      return { type: 'tool', name: names.toWire(choice.name) }
  }
}

/** A tool cannot be forced while the model thinks, nor at all on some models; then the model chooses. */
const possibleChoice = (choice: WireToolChoice | undefined, { traits, thinking }: Setting): WireToolChoice | undefined => {
  const isForced = choice?.type === 'any' || choice?.type === 'tool'
  return isForced && (!traits.canForceTool || thinking.isOn) ? { type: 'auto' } : choice
}

const toolFields = (setting: Setting): JsonObject => {
  const tools = declaredTools(setting)
  if (tools.length === 0) return {}
  // Tools that only stand in for a history are not to be called again.
  const isOffered = readTools(setting.call.body).length > 0
  const choice = isOffered ? possibleChoice(wishedChoice(setting), setting) : { type: 'none' as const }
  const isSerial = setting.call.body['parallel_tool_calls'] === false && choice?.type !== 'none'
  const full = isSerial ? { type: 'auto', ...choice, disable_parallel_tool_use: true } : choice
  return { tools, ...(full && { tool_choice: full }) }
}

const jsonTool = (schema: JsonObject, setting: Setting): JsonObject => {
  const isForcible = setting.traits.canForceTool && !setting.thinking.isOn
  return {
    tools: [...declaredTools(setting), { name: JSON_TOOL, description: 'Give the answer in this form.', input_schema: schema }],
    tool_choice: isForcible ? { type: 'tool', name: JSON_TOOL } : { type: 'auto' },
  }
}

const JSON_INSTRUCTION = { type: 'text', text: 'Answer with one valid JSON object and nothing else.' }

const formatFields = (
  setting: Setting,
): { readonly system: readonly JsonObject[]; readonly config: JsonObject; readonly fields: JsonObject } => {
  const format = readResponseFormat(setting.call.body)
  const tools = toolFields(setting)
  if (format?.kind === 'json-object') return { system: [JSON_INSTRUCTION], config: {}, fields: tools }
  if (format?.kind !== 'json-schema') return { system: [], config: {}, fields: tools }
  if (!setting.traits.hasJsonSchema) return { system: [], config: {}, fields: jsonTool(format.schema, setting) }
  return { system: [], config: { format: { type: 'json_schema', schema: cleanSchema(format.schema) } }, fields: tools }
}

/** Both at once are refused by newer models, and neither is taken while the model thinks. */
const samplingFields = ({ call, traits, thinking }: Setting): JsonObject => {
  if (!traits.hasSampling || thinking.isOn) return {}
  const temperature = readNumber(call.body, 'temperature')
  const topP = readNumber(call.body, 'top_p')
  if (temperature !== undefined) return { temperature: Math.min(temperature, 1) }
  return topP === undefined ? {} : { top_p: topP }
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
  if (call.choices > 1) throw new UnsupportedInput('n', 'This model gives one answer at a time')
  const known = claudeTraits(options.model)
  const traits = { ...known, hasSampling: known.hasSampling && options.takesSampling }
  const names = toolNames(call.body)
  const messages = readMessages(call.body, options.systemPrompt)
  const thinking = planThinking(call.body, messages, traits)
  const setting: Setting = { call, traits, names, messages, thinking }
  const format = formatFields(setting)
  const system = [...renderSystem(messages), ...format.system]
  const config = { ...(thinking.effort !== undefined && { effort: thinking.effort }), ...format.config }
  const stop = readStop(call.body)
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
    ...metadataFields(call.body),
    ...(isObject(call.body['cache_control']) && { cache_control: call.body['cache_control'] }),
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
  'web_search_options',
  'prediction',
  'audio',
  'modalities',
]

export const droppedByClaude = (call: ChatCall): readonly string[] => {
  const isSampled = claudeTraits(call.model).hasSampling
  const hasBoth = fieldsPresent(call.body, ['temperature', 'top_p']).length === 2
  return fieldsPresent(call.body, [...WITHOUT_PLACE, ...(isSampled ? [] : ['temperature']), ...(isSampled && !hasBoth ? [] : ['top_p'])])
}
