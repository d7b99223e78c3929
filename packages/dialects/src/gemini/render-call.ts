import { arrayAt, objectAt, type JsonObject } from '../json.ts'
import { SEARCH_OPTIONS, searchOptionsIn } from '../hosted-tools/search-options.ts'
import type { ChatCall } from '../model/call.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { readMessages } from '../openai-chat/read-messages.ts'
import {
  fieldsPresent,
  readEffort,
  readNumber,
  readResponseFormat,
  readStop,
  readToolChoice,
  readTools,
  type ToolChoice,
} from '../openai-chat/read-options.ts'
import { refuseHostedTools } from './refuse-hosted-tools.ts'
import { toolNames, type ToolNames } from '../openai-chat/tool-names.ts'
import { askedTierIn, tierForGoogle } from '../service-tier.ts'
import { geminiTraits, thinkingConfig } from './models.ts'
import { renderContents, systemText, withLeadingText } from './render-contents.ts'
import { hasForeignVoice, speechFields } from './speech.ts'

export interface GeminiCallOptions {
  readonly model: string
  readonly systemPrompt: string
  /** Vertex AI differs from the developers' endpoint in a few fields. */
  readonly isVertex: boolean
  /** Google's own search is offered. */
  readonly canSearch?: boolean
}

const MAX_STOPS = 5

const CATEGORIES = ['HARASSMENT', 'HATE_SPEECH', 'SEXUALLY_EXPLICIT', 'DANGEROUS_CONTENT']
const NO_FILTERS = CATEGORIES.map((category) => ({ category: `HARM_CATEGORY_${category}`, threshold: 'BLOCK_NONE' }))

/** Google's own extension of the OpenAI wire. */
const googleExtras = (body: JsonObject): JsonObject => objectAt(objectAt(body, 'extra_body'), 'google') ?? {}

const toolFields = (body: JsonObject, names: ToolNames): JsonObject => {
  if (searchOptionsIn(body) !== undefined) return searchFields(body)
  const declarations = readTools(body).map((tool) => ({
    name: names.toWire(tool.name),
    ...(tool.description !== '' && { description: tool.description }),
    ...(tool.parameters && { parametersJsonSchema: tool.parameters }),
  }))
  if (declarations.length === 0) return {}
  const config = choiceConfig(
    readToolChoice(body),
    declarations.map(({ name }) => name),
    names,
  )
  return { tools: [{ functionDeclarations: declarations }], ...(config && { toolConfig: { functionCallingConfig: config } }) }
}

const searchFields = (body: JsonObject): JsonObject => {
  if (readTools(body).length > 0)
    throw new UnsupportedInput(SEARCH_OPTIONS, 'This model cannot search and call functions in one request: leave one of them out')
  return { tools: [{ googleSearch: {} }] }
}

const MODES = { auto: 'AUTO', none: 'NONE', required: 'ANY' } as const

/** A list of allowed functions goes only with the duty to call one; otherwise none but those are declared. */
const choiceConfig = (choice: ToolChoice | undefined, declared: readonly string[], names: ToolNames): JsonObject | undefined => {
  if (choice === undefined) return undefined
  if (choice.mode === 'named') return { mode: 'ANY', allowedFunctionNames: [names.toWire(choice.name)] }
  const isNarrowed = choice.mode === 'required' && choice.allowed !== undefined
  return { mode: MODES[choice.mode], ...(isNarrowed && { allowedFunctionNames: declared }) }
}

/** Before the third generation a model that may call functions cannot be held to a format. */
const takesFormat = (body: JsonObject, model: string): boolean => geminiTraits(model).version >= 3 || readTools(body).length === 0

const formatFields = (body: JsonObject, model: string): JsonObject => {
  const format = readResponseFormat(body)
  if (format === undefined || !takesFormat(body, model)) return {}
  return { responseMimeType: 'application/json', ...(format.kind === 'json-schema' && { responseJsonSchema: format.schema }) }
}

const SAMPLING: Readonly<Record<string, string>> = { temperature: 'temperature', top_p: 'topP', top_k: 'topK' }
const PENALTIES: Readonly<Record<string, string>> = { presence_penalty: 'presencePenalty', frequency_penalty: 'frequencyPenalty' }

const acceptsPenalties = (model: string, isVertex: boolean): boolean => geminiTraits(model).version < (isVertex ? 3 : 2.5)

const renamed = (body: JsonObject, fields: Readonly<Record<string, string>>): JsonObject =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, wire]): [string, number][] => {
      const value = readNumber(body, name)
      return value === undefined ? [] : [[wire, value]]
    }),
  )

const modalities = (body: JsonObject, drawsImages: boolean): readonly string[] => {
  const wished = arrayAt(body, 'modalities').filter((entry) => typeof entry === 'string')
  // OpenAI speaks and writes at once; models that speak here do nothing else.
  if (wished.includes('audio')) return ['AUDIO']
  if (wished.length > 0) return wished.map((entry) => entry.toUpperCase())
  return drawsImages ? ['TEXT', 'IMAGE'] : []
}

/** How many others there are is told only with the probabilities themselves. */
const logprobFields = (body: JsonObject): JsonObject =>
  body['logprobs'] === true ? { responseLogprobs: true, ...renamed(body, { top_logprobs: 'logprobs' }) } : {}

const generationConfig = (call: ChatCall, options: GeminiCallOptions): JsonObject => {
  const traits = geminiTraits(options.model)
  const stop = readStop(call.body).slice(0, MAX_STOPS)
  const thinking = objectAt(googleExtras(call.body), 'thinking_config') ?? thinkingConfig(options.model, readEffort(call.body))
  const wanted = modalities(call.body, traits.drawsImages)
  return {
    ...(call.maxOutputTokens !== undefined && { maxOutputTokens: call.maxOutputTokens }),
    ...(traits.hasSampling && renamed(call.body, SAMPLING)),
    ...(acceptsPenalties(options.model, options.isVertex) && renamed(call.body, PENALTIES)),
    ...renamed(call.body, { seed: 'seed' }),
    ...(stop.length > 0 && { stopSequences: stop }),
    ...formatFields(call.body, options.model),
    ...logprobFields(call.body),
    ...(thinking && { thinkingConfig: thinking }),
    ...(wanted.length > 0 && { responseModalities: wanted }),
    ...(wanted.includes('AUDIO') && speechFields(call.body)),
  }
}

const tierFields = (body: JsonObject): JsonObject => {
  const serviceTier = tierForGoogle(askedTierIn(body))
  return serviceTier === undefined ? {} : { serviceTier }
}

/** The body of a call; the model stands in the address on this wire. */
export const renderGeminiCall = (call: ChatCall, options: GeminiCallOptions): JsonObject => {
  if (call.choices > 1) throw new UnsupportedInput('n', 'This model gives one answer at a time')
  refuseHostedTools(call.body, options.canSearch)
  const traits = geminiTraits(options.model)
  const names = toolNames(call.body)
  const messages = readMessages(call.body, options.systemPrompt)
  const takesLinks = options.isVertex || traits.version >= 3
  const contents = renderContents(messages, { names, sealsCalls: traits.sealsCalls, takesLinks })
  const system = systemText(messages)
  const extras = googleExtras(call.body)
  const config = generationConfig(call, options)
  return {
    ...(system !== '' && traits.hasSystem && { systemInstruction: { parts: [{ text: system }] } }),
    contents: system !== '' && !traits.hasSystem ? withLeadingText(contents, system) : contents,
    ...toolFields(call.body, names),
    ...(!options.isVertex && tierFields(call.body)),
    safetySettings: extras['safety_settings'] ?? NO_FILTERS,
    ...(extras['cached_content'] !== undefined && { cachedContent: extras['cached_content'] }),
    ...(Object.keys(config).length > 0 && { generationConfig: config }),
  }
}

const WITHOUT_PLACE = ['logit_bias', 'prediction', 'verbosity']

/** What the model that is sent cannot be told. */
export const droppedByGemini = (call: ChatCall, { model, isVertex }: Pick<GeminiCallOptions, 'model' | 'isVertex'>): readonly string[] => [
  ...fieldsPresent(call.body, [
    ...WITHOUT_PLACE,
    ...(isVertex ? ['service_tier'] : []),
    ...(call.body['logprobs'] === true ? [] : ['top_logprobs']),
    ...(hasForeignVoice(call.body) ? ['audio'] : []),
    ...(geminiTraits(model).hasSampling ? [] : Object.keys(SAMPLING)),
    ...(acceptsPenalties(model, isVertex) ? [] : Object.keys(PENALTIES)),
    ...(takesFormat(call.body, model) ? [] : ['response_format']),
  ]),
  ...(call.body['parallel_tool_calls'] === false ? ['parallel_tool_calls'] : []),
  ...fieldsPresent(searchOptionsIn(call.body) ?? {}, ['search_context_size', 'user_location']).map((name) => `${SEARCH_OPTIONS}.${name}`),
  ...(readStop(call.body).length > MAX_STOPS ? ['stop'] : []),
]
