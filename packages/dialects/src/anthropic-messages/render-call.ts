import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { SEARCH_OPTIONS, locationFromChat, searchOptionsIn } from '../hosted-tools/search-options.ts'
import type { ChatCall } from '../model/call.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { placesOfMedia, readMessages } from '../openai-chat/read-messages.ts'
import {
  fieldsPresent,
  readEffort,
  readNumber,
  readResponseFormat,
  readStop,
  readTools,
  refuseSearchTools,
  refuseWebSearch,
  strictTools,
  toolsBesideFunctions,
} from '../openai-chat/read-options.ts'
import { isSoldTier } from '../service-tier.ts'
import { toolNames } from '../openai-chat/tool-names.ts'
import { wordTable } from '../word-table.ts'
import { cleanSchema } from './clean-schema.ts'
import { claudeTraits } from './models.ts'
import { renderSystem, renderTurns } from './render-messages.ts'
import { MIN_BUDGET, planThinking, type ThinkingPlan } from './thinking.ts'
import { answerByTool, losesToolChoice, toolFields, type ToolSetting } from './tool-fields.ts'

export interface ClaudeCallOptions {
  /** The name upstream knows the model by. */
  readonly model: string
  readonly systemPrompt: string
  /** Upstream fetches images by their web address itself. */
  readonly takesImageLinks: boolean
  /** The version of the wire still knows temperature and top_p. */
  readonly takesSampling: boolean
  /** Upstream searches the web itself. */
  readonly canSearch?: boolean
}

const DEFAULT_MAX_TOKENS = 8192

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
  const [temperature, topP, topK] = ['temperature', 'top_p', 'top_k'].map((name) => readNumber(call.body, name))
  return {
    ...(temperature !== undefined && { temperature: within(temperature, 0, 1) }),
    ...(temperature === undefined && topP !== undefined && { top_p: within(topP, 0, 1) }),
    ...(topK !== undefined && { top_k: topK }),
  }
}

const limitFields = ({ call, traits, thinking }: Setting): JsonObject => {
  const wished = call.maxOutputTokens ?? DEFAULT_MAX_TOKENS + thinking.budget
  const limit = Math.min(Math.max(wished, 1), traits.maxOutput)
  if (thinking.budget === 0 || thinking.thinking !== undefined)
    return { max_tokens: limit, ...(thinking.thinking && { thinking: thinking.thinking }) }
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

/** The first version, which every model that searches knows. */
const SEARCH_TOOL = { type: 'web_search_20250305', name: 'web_search' }

/** Tools that only stand in for a history are forbidden, and the search with them. */
const forbidsHistory = (fields: JsonObject, body: JsonObject): boolean =>
  objectAt(fields, 'tool_choice')?.['type'] === 'none' && readTools(body).length === 0

/** How often it may search, by how much of what it finds the caller wants read. */
const SEARCHES_OF_SIZE = wordTable<number>({ low: 1, medium: 5, high: 10 })

const searchesOf = (options: JsonObject): number | undefined => SEARCHES_OF_SIZE[textAt(options, 'search_context_size') ?? '']

const withSearch = (fields: JsonObject, body: JsonObject): JsonObject => {
  const options = searchOptionsIn(body)
  if (options === undefined) return fields
  const { tool_choice: choice, ...others } = fields
  const searches = searchesOf(options)
  const search = { ...SEARCH_TOOL, ...(searches !== undefined && { max_uses: searches }), ...locationFromChat(options) }
  return {
    ...others,
    tools: [...arrayAt(fields, 'tools'), search],
    ...(choice !== undefined && !forbidsHistory(fields, body) && { tool_choice: choice }),
  }
}

/** The body of a call without what differs between Anthropic, AWS and Google: model, version and stream. */
export const renderClaudeCall = (call: ChatCall, options: ClaudeCallOptions): JsonObject => {
  const { body } = call
  if (call.choices > 1) throw new UnsupportedInput('n', 'This model gives one answer at a time')
  if (options.canSearch === true) refuseSearchTools(body)
  else refuseWebSearch(body)
  const known = claudeTraits(options.model)
  const traits = { ...known, hasSampling: known.hasSampling && options.takesSampling }
  const names = toolNames(body)
  const messages = readMessages(body, options.systemPrompt)
  const thinking = planThinking(call, messages, traits)
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
    ...withSearch(format.fields, body),
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

/** What is said of upstream's own service and search and has no place in Claude's. */
const droppedOfService = (body: JsonObject): readonly string[] => {
  const options = searchOptionsIn(body) ?? {}
  const unknown = searchesOf(options) === undefined ? fieldsPresent(options, ['search_context_size']) : []
  return [...(isSoldTier(body['service_tier']) ? ['service_tier'] : []), ...unknown.map((name) => `${SEARCH_OPTIONS}.${name}`)]
}

export const droppedByClaude = (call: ChatCall, options: Pick<ClaudeCallOptions, 'model' | 'takesSampling'>): readonly string[] => {
  const { body } = call
  const traits = claudeTraits(options.model)
  const messages = readMessages(body, '')
  const plan = planThinking(call, messages, traits)
  const isSampled = traits.hasSampling && options.takesSampling && !plan.isOn
  const hasBoth = fieldsPresent(body, ['temperature', 'top_p']).length === 2
  const losesEffort = readEffort(body) !== 'none' && !plan.isOn && plan.thinking === undefined
  return [
    ...fieldsPresent(body, WITHOUT_PLACE),
    ...droppedOfService(body),
    ...fieldsPresent(body, isSampled ? [] : ['temperature', 'top_k']),
    ...fieldsPresent(body, isSampled && !hasBoth ? [] : ['top_p']),
    ...fieldsPresent(body, losesEffort ? ['reasoning_effort'] : []),
    ...placesOfMedia(messages),
    ...toolsBesideFunctions(body),
    ...(traits.hasJsonSchema ? [] : strictTools(body)),
    ...(losesToolChoice({ body, traits, isThinking: plan.isOn }) ? ['tool_choice'] : []),
  ]
}
