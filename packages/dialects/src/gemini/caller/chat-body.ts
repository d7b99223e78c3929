import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { SEARCH_OPTIONS, refuseSearchLimits } from '../../hosted-tools/search-options.ts'
import { tierFromGoogle } from '../../service-tier.ts'
import { jsonSchemaOf } from './schema.ts'
import { chatMessagesOf, isRunByUpstream } from './turns.ts'
import { wordTable } from '../../word-table.ts'

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const MAX_NAME_CHARACTERS = 64

const CARRIED: ReadonlySet<string> = new Set(['functionDeclarations', 'googleSearch'])

const declarationsOf = (tool: unknown, at: number): readonly unknown[] => {
  const other = isObject(tool) ? Object.keys(tool).find((name) => !CARRIED.has(name) && isGiven(tool[name])) : undefined
  if (other !== undefined) {
    const name = other.slice(0, MAX_NAME_CHARACTERS)
    throw new UnsupportedInput(`tools[${at}].${name}`, `Only Google's models know the tool ${name}; declare a function of your own instead`)
  }
  return arrayAt(tool, 'functionDeclarations')
}

const toolOf = (declaration: unknown): JsonObject => {
  const description = textAt(declaration, 'description')
  const schema = objectAt(declaration, 'parametersJsonSchema')
  const parameters = objectAt(declaration, 'parameters')
  return {
    type: 'function',
    function: {
      name: textAt(declaration, 'name') ?? '',
      ...(description !== undefined && { description }),
      parameters: schema ?? (parameters && jsonSchemaOf(parameters)) ?? { type: 'object', properties: {} },
    },
  }
}

const callingConfig = (body: JsonObject): JsonObject => objectAt(objectAt(body, 'toolConfig'), 'functionCallingConfig') ?? {}

const namedTool = (name: unknown): JsonObject => ({ type: 'function', function: { name } })

const allowedTools = (mode: string, names: readonly unknown[]): JsonObject => ({
  type: 'allowed_tools',
  allowed_tools: { mode, tools: names.map(namedTool) },
})

const choiceOf = (body: JsonObject): unknown => {
  const config = callingConfig(body)
  const names = arrayAt(config, 'allowedFunctionNames')
  switch (textAt(config, 'mode')) {
    case 'ANY':
      if (names.length === 0) return 'required'
      return names.length === 1 ? namedTool(names[0]) : allowedTools('required', names)
    case 'NONE':
      return 'none'
    case 'VALIDATED':
    case 'AUTO':
      return names.length === 0 ? 'auto' : allowedTools('auto', names)
    default:
      return undefined
  }
}

const searchFields = (body: JsonObject): JsonObject => {
  const at = arrayAt(body, 'tools').findIndex((tool) => objectAt(tool, 'googleSearch') !== undefined)
  const search = objectAt(arrayAt(body, 'tools')[at], 'googleSearch')
  if (search === undefined) return {}
  refuseSearchLimits(search, Object.keys(search), `tools[${at}].googleSearch`)
  return { [SEARCH_OPTIONS]: {} }
}

const toolFields = (body: JsonObject): JsonObject => {
  const tools = arrayAt(body, 'tools').flatMap(declarationsOf).map(toolOf)
  const search = searchFields(body)
  if (tools.length === 0) return search
  const choice = choiceOf(body)
  return { ...search, tools, ...(choice !== undefined && { tool_choice: choice }) }
}

const schemaOf = (config: JsonObject): JsonObject | undefined => {
  const own = objectAt(config, 'responseSchema')
  return objectAt(config, 'responseJsonSchema') ?? (own && jsonSchemaOf(own))
}

const formatFields = (config: JsonObject): JsonObject => {
  const type = textAt(config, 'responseMimeType') ?? 'text/plain'
  const schema = schemaOf(config)
  if (type === 'text/plain' && schema === undefined) return {}
  if (type !== 'text/plain' && type !== 'application/json') {
    const told = type.slice(0, MAX_NAME_CHARACTERS)
    throw new UnsupportedInput('generationConfig.responseMimeType', `This model answers in text/plain or application/json, not in ${told}`)
  }
  if (schema === undefined) return { response_format: { type: 'json_object' } }
  return { response_format: { type: 'json_schema', json_schema: { name: 'response', schema } } }
}

/** Up to how many tokens of thought a level stands for. */
const LEVELS: readonly (readonly [number, string])[] = [
  [1024, 'low'],
  [8192, 'medium'],
]

/** A model that may think as it likes is asked for nothing. */
const effortOf = (config: JsonObject): string | undefined => {
  const thinking = objectAt(config, 'thinkingConfig')
  const level = textAt(thinking, 'thinkingLevel')
  if (level !== undefined && !level.endsWith('UNSPECIFIED')) return level.toLowerCase()
  const budget = thinking?.['thinkingBudget']
  if (typeof budget !== 'number' || budget <= 0) return undefined
  return LEVELS.find(([limit]) => budget <= limit)?.[1] ?? 'high'
}

const modalitiesOf = (config: JsonObject): readonly string[] => {
  const wanted = arrayAt(config, 'responseModalities').map((modality) => String(modality).toLowerCase())
  if (wanted.includes('audio')) throw new UnsupportedInput('generationConfig.responseModalities', 'This model does not speak')
  return wanted.includes('image') ? wanted : []
}

const SAME_MEANING = wordTable<string>({
  maxOutputTokens: 'max_completion_tokens',
  temperature: 'temperature',
  topP: 'top_p',
  topK: 'top_k',
  seed: 'seed',
  presencePenalty: 'presence_penalty',
  frequencyPenalty: 'frequency_penalty',
})

const sameFields = (config: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(SAME_MEANING).flatMap(([name, chatName]) => (isGiven(config[name]) ? [[chatName, config[name]]] : [])))

const logprobsFields = (config: JsonObject): JsonObject =>
  config['responseLogprobs'] === true ? { logprobs: true, ...(isGiven(config['logprobs']) && { top_logprobs: config['logprobs'] }) } : {}

const optionFields = (config: JsonObject): JsonObject => {
  const stop = arrayAt(config, 'stopSequences')
  const effort = effortOf(config)
  const modalities = modalitiesOf(config)
  return {
    ...sameFields(config),
    ...(stop.length > 0 && { stop }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...(modalities.length > 0 && { modalities }),
    ...logprobsFields(config),
    ...formatFields(config),
  }
}

const refuseOthers = (body: JsonObject, config: JsonObject): void => {
  if (isGiven(body['cachedContent'])) {
    throw new UnsupportedInput('cachedContent', "Only Google's own endpoint keeps such content: send it as part of the contents")
  }
  if (Number(config['candidateCount'] ?? 1) > 1) {
    throw new UnsupportedInput('generationConfig.candidateCount', 'This model gives one answer at a time')
  }
}

/** The body of a chat that asks for the same. Throws where a chat cannot ask for it. */
export const chatBodyOf = (body: JsonObject, model: string, isStream: boolean): JsonObject => {
  const config = objectAt(body, 'generationConfig') ?? {}
  refuseOthers(body, config)
  const tier = tierFromGoogle(body['serviceTier'])
  return {
    model,
    messages: chatMessagesOf(body),
    ...(isStream && { stream: true }),
    ...optionFields(config),
    ...(tier !== undefined && { service_tier: tier }),
    ...toolFields(body),
  }
}

/** Everything that has a place in a chat, or is refused where it has none. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'contents',
  'systemInstruction',
  'tools',
  'toolConfig',
  'generationConfig',
  'cachedContent',
  'serviceTier',
])
const UNDERSTOOD_OPTIONS: ReadonlySet<string> = new Set([
  ...Object.keys(SAME_MEANING),
  'stopSequences',
  'thinkingConfig',
  'responseLogprobs',
  'logprobs',
  'responseMimeType',
  'responseSchema',
  'responseJsonSchema',
  'responseModalities',
  'candidateCount',
])
const UNDERSTOOD_BESIDE: ReadonlySet<string> = new Set([
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'thought',
  'thoughtSignature',
])

const othersIn = (value: unknown, understood: ReadonlySet<string>, prefix: string): readonly string[] =>
  isObject(value)
    ? Object.keys(value)
        .filter((name) => !understood.has(name) && isGiven(value[name]))
        .map((name) => `${prefix}${name.slice(0, MAX_NAME_CHARACTERS)}`)
    : []

/** What each part may hold and a chat has a place for. */
const UNDERSTOOD_WITHIN = wordTable<ReadonlySet<string>>({
  inlineData: new Set(['mimeType', 'data', 'displayName']),
  fileData: new Set(['mimeType', 'fileUri', 'displayName']),
  functionCall: new Set(['id', 'name', 'args']),
  functionResponse: new Set(['id', 'name', 'response', 'parts']),
})

const droppedFromPart = (part: unknown, param: string): readonly string[] => [
  ...othersIn(part, UNDERSTOOD_BESIDE, `${param}.`),
  ...Object.entries(UNDERSTOOD_WITHIN).flatMap(([name, understood]) => othersIn(objectAt(part, name), understood, `${param}.${name}.`)),
]

const droppedParts = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'contents').flatMap((content, at) =>
    arrayAt(content, 'parts').flatMap((part, place) => {
      const param = `contents[${at}].parts[${place}]`
      return isRunByUpstream(part) ? [param] : droppedFromPart(part, param)
    }),
  )

const UNDERSTOOD_OF_FUNCTION: ReadonlySet<string> = new Set(['name', 'description', 'parameters', 'parametersJsonSchema'])

const droppedFromTools = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'tools').flatMap((tool, at) =>
    arrayAt(tool, 'functionDeclarations').flatMap((declaration, place) =>
      othersIn(declaration, UNDERSTOOD_OF_FUNCTION, `tools[${at}].functionDeclarations[${place}].`),
    ),
  )

/** That a model must not think cannot be said to every model, and no other keeps its calls to their schemas by a mode. */
const droppedWishes = (body: JsonObject): readonly string[] => [
  ...(objectAt(objectAt(body, 'generationConfig'), 'thinkingConfig')?.['thinkingBudget'] === 0
    ? ['generationConfig.thinkingConfig.thinkingBudget']
    : []),
  ...(textAt(callingConfig(body), 'mode') === 'VALIDATED' ? ['toolConfig.functionCallingConfig.mode'] : []),
]

const UNDERSTOOD_OF_CHOICE: ReadonlySet<string> = new Set(['mode', 'allowedFunctionNames'])

/** Names are the caller's, and the log keeps them. */
const MAX_NAMES = 32

/** What the caller asked for and a chat leaves out without harm to the answer's form. */
export const droppedFromChat = (body: JsonObject): readonly string[] =>
  [
    ...othersIn(body, UNDERSTOOD, ''),
    ...othersIn(body['generationConfig'], UNDERSTOOD_OPTIONS, 'generationConfig.'),
    ...othersIn(body['toolConfig'], new Set(['functionCallingConfig']), 'toolConfig.'),
    ...othersIn(callingConfig(body), UNDERSTOOD_OF_CHOICE, 'toolConfig.functionCallingConfig.'),
    ...droppedFromTools(body),
    ...droppedWishes(body),
    ...droppedParts(body),
  ].slice(0, MAX_NAMES)
