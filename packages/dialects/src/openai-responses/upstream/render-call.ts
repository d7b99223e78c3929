import { arrayAt, objectAt, textAt, type JsonObject } from '../../json.ts'
import { SEARCH_OPTIONS, searchOptionsIn } from '../../hosted-tools/search-options.ts'
import type { ChatCall } from '../../model/call.ts'
import { SEARCH_FIELDS } from '../../model/routing-fields.ts'
import { fieldsPresent, readEffort, readStop } from '../../openai-chat/read-options.ts'
import { toolNames } from '../../openai-chat/tool-names.ts'
import { takesEffort, takesSampling, takesVerbosity } from './models.ts'
import { lostOfAnswers, renderInput } from './render-input.ts'
import { renderTools } from './render-tools.ts'

export interface ResponseCallOptions {
  /** The name upstream knows the model by. */
  readonly model: string
  readonly systemPrompt: string
  /** Thoughts behind calls are asked for and sent back, encrypted: without them the model thinks them all over again. */
  readonly keepsThoughts: boolean
}

/** Upstream refuses a smaller limit. */
const LEAST_OUTPUT = 16

const SAME_NAME = [
  'user',
  'metadata',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'prompt_cache_options',
  'safety_identifier',
]
const SAMPLING = ['temperature', 'top_p']

/** Thoughts are told in summary where the caller wants any. */
const reasoningFields = (body: JsonObject, model: string): JsonObject => {
  const effort = readEffort(body)
  if (effort === undefined || !takesEffort(model, effort)) return {}
  return { reasoning: { effort, ...(effort !== 'none' && { summary: 'auto' }) } }
}

const formatOf = (body: JsonObject): JsonObject | undefined => {
  const format = objectAt(body, 'response_format')
  switch (textAt(format, 'type')) {
    case 'json_object':
      return { type: 'json_object' }
    case 'json_schema':
      return { type: 'json_schema', name: 'response', ...objectAt(format, 'json_schema') }
    default:
      return undefined
  }
}

const textFields = (body: JsonObject, model: string): JsonObject => {
  const [format, verbosity] = [formatOf(body), textAt(body, 'verbosity')]
  const text = {
    ...(format && { format }),
    ...(verbosity !== undefined && takesVerbosity(model, verbosity) && { verbosity }),
  }
  return Object.keys(text).length === 0 ? {} : { text }
}

const samplingFields = (body: JsonObject, model: string): JsonObject =>
  Object.fromEntries(fieldsPresent(body, takesSampling(model) ? SAMPLING : []).map((name) => [name, body[name]]))

const sameFields = (body: JsonObject): JsonObject => Object.fromEntries(fieldsPresent(body, SAME_NAME).map((name) => [name, body[name]]))

const isFunction = (tool: unknown): boolean => textAt(tool, 'type') === 'function'

const includeFields = (body: JsonObject, hasThoughtsBehindCalls: boolean): JsonObject => {
  const include = [
    ...(searchOptionsIn(body) ? ['web_search_call.action.sources'] : []),
    ...(hasThoughtsBehindCalls ? ['reasoning.encrypted_content'] : []),
  ]
  return include.length === 0 ? {} : { include }
}

/** The body of a response that answers a chat. Nothing is kept upstream: a chat brings its whole conversation along. */
export const renderResponseCall = (call: ChatCall, options: ResponseCallOptions): JsonObject => {
  const { body } = call
  const { model, systemPrompt } = options
  const names = toolNames(body)
  const keepsThoughts = options.keepsThoughts && !takesSampling(model)
  const tools = renderTools(body, model, names)
  return {
    model,
    input: renderInput(body, { systemPrompt, names, keepsThoughts }),
    store: false,
    ...(call.isStream && { stream: true }),
    ...(call.maxOutputTokens !== undefined && { max_output_tokens: Math.max(call.maxOutputTokens, LEAST_OUTPUT) }),
    ...tools,
    ...includeFields(body, keepsThoughts && arrayAt(tools, 'tools').some(isFunction)),
    ...reasoningFields(body, model),
    ...textFields(body, model),
    ...samplingFields(body, model),
    ...sameFields(body),
  }
}

/** Fields of a chat that have no place in a response. */
const WITHOUT_PLACE = [
  'seed',
  'logit_bias',
  'presence_penalty',
  'frequency_penalty',
  'logprobs',
  'top_logprobs',
  'prediction',
  'audio',
  'top_k',
  'store',
  ...SEARCH_FIELDS.filter((name) => name !== SEARCH_OPTIONS),
]

const asksForMoreThanText = ({ modalities }: JsonObject): boolean => Array.isArray(modalities) && modalities.some((kind) => kind !== 'text')

/** What the caller asked for and this wire, or the model on it, does not take. */
export const droppedByResponse = ({ body }: ChatCall, model: string): readonly string[] => {
  const effort = readEffort(body)
  const verbosity = textAt(body, 'verbosity')
  return [
    ...fieldsPresent(body, WITHOUT_PLACE),
    ...(readStop(body).length > 0 ? ['stop'] : []),
    ...(asksForMoreThanText(body) ? ['modalities'] : []),
    ...fieldsPresent(body, takesSampling(model) ? [] : SAMPLING),
    ...(effort === undefined || takesEffort(model, effort) ? [] : ['reasoning_effort']),
    ...(verbosity === undefined || takesVerbosity(model, verbosity) ? [] : ['verbosity']),
    ...lostOfAnswers(body),
  ]
}
