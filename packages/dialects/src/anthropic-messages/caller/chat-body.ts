import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import { SEARCH_OPTIONS, locationForChat, refuseForcedSearch, refuseSearchLimits } from '../../hosted-tools/search-options.ts'
import { isSearch } from './fee-tools.ts'
import { markOf, typeOf } from './parts.ts'
import { isStrictSchema } from './strict-schema.ts'
import { chatMessagesOf, isRunByUpstream } from './turns.ts'
import { wordTable } from '../../word-table.ts'

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

/** Undeclared types are the caller's own tools. */
const isCallersOwn = (tool: unknown): boolean => typeOf(tool) === '' || typeOf(tool) === 'custom'

const toolOf = (tool: unknown, at: number): JsonObject => {
  if (!isCallersOwn(tool)) {
    throw new UnsupportedInput(`tools[${at}]`, `Only Anthropic's models know the tool ${typeOf(tool)}; declare a tool of your own instead`)
  }
  const description = textAt(tool, 'description')
  const schema = objectAt(tool, 'input_schema') ?? { type: 'object', properties: {} }
  const isStrict = isObject(tool) && tool['strict'] === true && isStrictSchema(schema)
  return {
    type: 'function',
    function: {
      name: textAt(tool, 'name') ?? '',
      ...(description !== undefined && { description }),
      parameters: schema,
      ...(isStrict && { strict: true }),
    },
    ...markOf(tool),
  }
}

const CHOICES = wordTable<string>({ auto: 'auto', any: 'required', none: 'none' })

const choiceOf = (choice: JsonObject | undefined): unknown => {
  const name = textAt(choice, 'name')
  return typeOf(choice) === 'tool' && name !== undefined ? { type: 'function', function: { name } } : CHOICES[typeOf(choice)]
}

const DOMAINS = ['allowed_domains', 'blocked_domains'] as const

const searchFields = (body: JsonObject, isAlone: boolean): JsonObject => {
  const at = arrayAt(body, 'tools').findIndex(isSearch)
  const tool = arrayAt(body, 'tools')[at]
  if (!isSearch(tool)) return {}
  const choice = objectAt(body, 'tool_choice')
  if (isAlone && typeOf(choice) === 'none') return {}
  const isNamed = typeOf(choice) === 'tool' && textAt(choice, 'name') === textAt(tool, 'name')
  refuseForcedSearch(isNamed || (isAlone && typeOf(choice) === 'any'))
  refuseSearchLimits(tool, DOMAINS, `tools[${at}]`)
  return { [SEARCH_OPTIONS]: locationForChat(tool) }
}

/** How often a model searches is its own affair elsewhere. */
const droppedFromSearch = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'tools').flatMap((tool, at) => (isSearch(tool) && isGiven(tool['max_uses']) ? [`tools[${at}].max_uses`] : []))

const toolFields = (body: JsonObject): JsonObject => {
  const tools = arrayAt(body, 'tools').flatMap((tool, at) => (isSearch(tool) ? [] : [toolOf(tool, at)]))
  const search = searchFields(body, tools.length === 0)
  if (tools.length === 0) return search
  const choice = objectAt(body, 'tool_choice')
  const wanted = choiceOf(choice)
  return {
    ...search,
    tools,
    ...(wanted !== undefined && { tool_choice: wanted }),
    ...(choice?.['disable_parallel_tool_use'] === true && { parallel_tool_calls: false }),
  }
}

const outputConfig = (body: JsonObject): JsonObject => objectAt(body, 'output_config') ?? {}

const formatFields = (body: JsonObject): JsonObject => {
  const format = objectAt(outputConfig(body), 'format') ?? objectAt(body, 'output_format')
  const schema = objectAt(format, 'schema')
  if (typeOf(format) !== 'json_schema' || schema === undefined) return {}
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'response', ...(isStrictSchema(schema) && { strict: true }), schema } },
  }
}

/** Up to how many tokens of thought a level stands for. */
const LEVELS: readonly (readonly [number, string])[] = [
  [2048, 'low'],
  [8192, 'medium'],
]

const effortOf = (body: JsonObject): string | undefined => {
  const effort = textAt(outputConfig(body), 'effort')
  if (effort !== undefined) return effort
  const budget = objectAt(body, 'thinking')?.['budget_tokens']
  if (typeof budget !== 'number') return undefined
  return LEVELS.find(([limit]) => budget <= limit)?.[1] ?? 'high'
}

const SERVICE_TIERS = wordTable<string>({ auto: 'auto', standard_only: 'default' })

/** OpenAI refuses longer names of users; the beginning of those in use names the account. */
const MAX_USER = 64

const userFields = (body: JsonObject): JsonObject => {
  const user = textAt(objectAt(body, 'metadata'), 'user_id')
  const tier = SERVICE_TIERS[textAt(body, 'service_tier') ?? '']
  return { ...(user !== undefined && { user: user.slice(0, MAX_USER) }), ...(tier !== undefined && { service_tier: tier }) }
}

const refuseServers = (body: JsonObject): void => {
  if (arrayAt(body, 'mcp_servers').length > 0) {
    throw new UnsupportedInput('mcp_servers', "Only Anthropic's own endpoint calls MCP servers; offer their tools as tools of your own")
  }
}

const SAME_NAME = ['temperature', 'top_p', 'top_k'] as const

/** The body of a chat that asks for the same. Throws where a chat cannot ask for it. */
export const chatBodyOf = (body: JsonObject): JsonObject => {
  refuseServers(body)
  const effort = effortOf(body)
  const stop = arrayAt(body, 'stop_sequences')
  return {
    model: body['model'],
    messages: chatMessagesOf(body),
    ...(body['stream'] === true && { stream: true }),
    max_completion_tokens: body['max_tokens'],
    ...Object.fromEntries(SAME_NAME.filter((name) => isGiven(body[name])).map((name) => [name, body[name]])),
    ...(stop.length > 0 && { stop }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...toolFields(body),
    ...formatFields(body),
    ...userFields(body),
  }
}

/** Everything that has a place in a chat, or is refused where it has none. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'system',
  'stream',
  'max_tokens',
  'stop_sequences',
  'tools',
  'tool_choice',
  'output_config',
  'output_format',
  'metadata',
  'service_tier',
  'mcp_servers',
  'thinking',
  ...SAME_NAME,
])

const droppedBlocks = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'messages').flatMap((message, at) =>
    arrayAt(message, 'content').flatMap((block, place) => {
      const param = `messages[${at}].content[${place}]`
      if (isRunByUpstream(block)) return [param]
      return objectAt(block, 'citations')?.['enabled'] === true ? [`${param}.citations`] : []
    }),
  )

/** That a model must not think cannot be said to every model. */
const droppedThinking = (body: JsonObject): readonly string[] => (typeOf(objectAt(body, 'thinking')) === 'disabled' ? ['thinking'] : [])

/** Names are the caller's, and the log keeps them. */
const MAX_NAMES = 32
const MAX_NAME_CHARACTERS = 64

const droppedFields = (body: JsonObject): readonly string[] =>
  Object.keys(body)
    .filter((name) => !UNDERSTOOD.has(name) && isGiven(body[name]))
    .map((name) => name.slice(0, MAX_NAME_CHARACTERS))

/** What the caller asked for and a chat leaves out without harm to the answer's form. */
export const droppedFromChat = (body: JsonObject): readonly string[] =>
  [...droppedFields(body), ...droppedThinking(body), ...droppedFromSearch(body), ...droppedBlocks(body)].slice(0, MAX_NAMES)
