import { arrayAt, objectAt, textAt, type JsonObject } from '../json.ts'
import { SEARCH_OPTIONS, locationForChat, refuseForcedSearch, refuseSearchLimits } from '../hosted-tools/search-options.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { functionOfCustomTool, isCustomTool } from './custom-tools.ts'
import { isSearch, refuseHostedTools, unavailableTool } from './hosted-tools.ts'
import { messagesOfInput } from './input-items.ts'
import { isReference } from './item-references.ts'
import { calledNames, isCallersOwn, offeredTools, type CalledNames, type OfferedTool } from './offered-tools.ts'

/** What upstream would have to remember from an earlier call. */
const REMEMBERED = ['previous_response_id', 'conversation', 'prompt'] as const

const SAME_NAME = [
  'temperature',
  'top_p',
  'user',
  'service_tier',
  'prompt_cache_key',
  'prompt_cache_retention',
  'safety_identifier',
] as const

const isGiven = (value: unknown): boolean => value !== undefined && value !== null

const refuseMemory = (body: JsonObject): void => {
  const field = REMEMBERED.find((name) => isGiven(body[name]))
  if (field === undefined) return
  const hint = field === 'previous_response_id' ? ', or have the operator set the option ResponseStoreHours' : ''
  throw new UnsupportedInput(
    field,
    `This model keeps nothing between calls: send the whole conversation as input instead of ${field}${hint}`,
  )
}

const toolOf = (tool: unknown, name: string): JsonObject => {
  if (isCustomTool(tool)) return functionOfCustomTool(tool, name)
  const { type: _, strict, defer_loading: __, ...called } = tool as JsonObject
  return { type: 'function', function: { ...called, name, ...(typeof strict === 'boolean' && { strict }) } }
}

const namedFunction = (tool: unknown, { toChat }: CalledNames): JsonObject => ({
  type: 'function',
  function: { name: toChat(textAt(tool, 'name') ?? '', textAt(tool, 'namespace')) },
})

/** One of the tools, or several, by name; each is a function in a chat. */
const choiceOf = (choice: unknown, names: CalledNames): unknown => {
  if (typeof choice === 'string') return choice
  if (isCallersOwn(choice)) return namedFunction(choice, names)
  if (textAt(choice, 'type') !== 'allowed_tools') throw unavailableTool(choice, 'tool_choice')
  const tools = arrayAt(choice, 'tools')
    .filter(isCallersOwn)
    .map((tool) => namedFunction(tool, names))
  // None of those the caller allowed is left, so none may be called.
  return tools.length === 0 ? 'none' : { type: 'allowed_tools', allowed_tools: { mode: textAt(choice, 'mode') ?? 'auto', tools } }
}

/** Items repeat tools that were brought before; the newest of a name counts. */
const newestByName = (tools: readonly OfferedTool[], { toChat }: CalledNames): ReadonlyMap<string, unknown> =>
  new Map(tools.map(({ tool, namespace }) => [toChat(textAt(tool, 'name') ?? '', namespace), tool]))

const searchFields = (body: JsonObject, isAlone: boolean): JsonObject => {
  const found = offeredTools(body).find(({ tool }) => isSearch(tool))
  if (found === undefined || !isSearch(found.tool)) return {}
  const { tool, param } = found
  const choice = body['tool_choice']
  if (isAlone && choice === 'none') return {}
  refuseForcedSearch(isAlone && isGiven(choice) && choice !== 'auto')
  refuseSearchLimits(tool, ['filters'], param)
  const size = textAt(tool, 'search_context_size')
  return { [SEARCH_OPTIONS]: { ...(size !== undefined && { search_context_size: size }), ...locationForChat(tool) } }
}

const toolFields = (body: JsonObject, names: CalledNames): JsonObject => {
  refuseHostedTools(body)
  const own = offeredTools(body).filter(({ tool }) => isCallersOwn(tool))
  const search = searchFields(body, own.length === 0)
  if (own.length === 0) return search
  const tools = [...newestByName(own, names)].map(([name, tool]) => toolOf(tool, name))
  return {
    ...search,
    tools,
    ...(isGiven(body['tool_choice']) && { tool_choice: choiceOf(body['tool_choice'], names) }),
    // Without tools a chat with this field is refused, and clients send it in every call.
    ...(isGiven(body['parallel_tool_calls']) && { parallel_tool_calls: body['parallel_tool_calls'] }),
  }
}

/** Asked for by their number, or by naming them among what is to be told. */
const logprobFields = (body: JsonObject): JsonObject => {
  const isIncluded = arrayAt(body, 'include').includes('message.output_text.logprobs')
  if (!isIncluded && !isGiven(body['top_logprobs'])) return {}
  return { logprobs: true, ...(isGiven(body['top_logprobs']) && { top_logprobs: body['top_logprobs'] }) }
}

const formatFields = (body: JsonObject): JsonObject => {
  const text = objectAt(body, 'text')
  const { type, ...schema } = objectAt(text, 'format') ?? {}
  return {
    ...(type === 'json_object' && { response_format: { type } }),
    ...(type === 'json_schema' && { response_format: { type, json_schema: schema } }),
    ...(isGiven(text?.['verbosity']) && { verbosity: text?.['verbosity'] }),
  }
}

const sameFields = (body: JsonObject): JsonObject =>
  Object.fromEntries(SAME_NAME.filter((name) => isGiven(body[name])).map((name) => [name, body[name]]))

/** The body of a chat that asks for the same. Throws where a chat cannot ask for it. */
export const chatBodyOf = (body: JsonObject): JsonObject => {
  refuseMemory(body)
  const instructions = textAt(body, 'instructions') ?? ''
  const effort = textAt(objectAt(body, 'reasoning'), 'effort')
  const names = calledNames(body)
  return {
    model: body['model'],
    messages: [...(instructions === '' ? [] : [{ role: 'system', content: instructions }]), ...messagesOfInput(body['input'], names)],
    ...(body['stream'] === true && { stream: true }),
    ...(isGiven(body['max_output_tokens']) && { max_completion_tokens: body['max_output_tokens'] }),
    ...(effort !== undefined && { reasoning_effort: effort }),
    ...toolFields(body, names),
    ...formatFields(body),
    ...logprobFields(body),
    ...sameFields(body),
  }
}

/** What the caller asked for and a chat leaves out without harm to the answer's form. */
export const droppedFromChat = (body: JsonObject): readonly string[] => [
  ...offeredTools(body).flatMap(({ tool, param }) => (isCallersOwn(tool) || isSearch(tool) ? [] : [param])),
  ...arrayAt(body, 'input').flatMap((item, at) => (isReference(item) ? [`input[${at}]`] : [])),
  ...['max_tool_calls', 'context_management'].filter((name) => isGiven(body[name])),
  ...(body['truncation'] === 'auto' ? ['truncation'] : []),
]
