import type { JsonObject } from '../../json.ts'
import { locationFromChat, searchOptionsIn } from '../../hosted-tools/search-options.ts'
import { readToolChoice, readTools, type ToolChoice, type ToolSpec } from '../../openai-chat/read-options.ts'
import type { ToolNames } from '../../openai-chat/tool-names.ts'
import { searchToolOf } from './models.ts'

const NO_PARAMETERS = { type: 'object', properties: {} }

/** Arguments are checked here unless the caller says otherwise, and in a chat only where the caller says so. */
const functionTool = ({ name, description, parameters, isStrict }: ToolSpec, { toWire }: ToolNames): JsonObject => ({
  type: 'function',
  name: toWire(name),
  ...(description !== '' && { description }),
  parameters: parameters ?? NO_PARAMETERS,
  strict: isStrict ?? false,
})

const searchTool = (body: JsonObject, model: string): JsonObject | undefined => {
  const options = searchOptionsIn(body)
  if (options === undefined) return undefined
  const { search_context_size: size } = options
  return { type: searchToolOf(model), ...(typeof size === 'string' && { search_context_size: size }), ...locationFromChat(options) }
}

interface Offer {
  readonly functions: readonly ToolSpec[]
  readonly search: JsonObject | undefined
  readonly names: ToolNames
}

const named = (name: string, { toWire }: ToolNames): JsonObject => ({ type: 'function', name: toWire(name) })

/** In a chat the choice is one among functions; here a search is a tool among them, to which it must not apply. */
const choiceOf = (choice: ToolChoice, { functions, search, names }: Offer): unknown => {
  if (choice.mode === 'named') return named(choice.name, names)
  const isAmongAll = choice.allowed === undefined && (search === undefined || choice.mode !== 'required')
  if (choice.mode === 'none' || isAmongAll) return choice.mode
  const allowed = (choice.allowed ?? functions.map(({ name }) => name)).map((name) => named(name, names))
  const searches = search !== undefined && choice.mode === 'auto' ? [{ type: search['type'] }] : []
  return { type: 'allowed_tools', mode: choice.mode, tools: [...allowed, ...searches] }
}

export const renderTools = (body: JsonObject, model: string, names: ToolNames): JsonObject => {
  const search = searchTool(body, model)
  const choice = readToolChoice(body)
  // All that are offered, also where few are allowed: the list is part of what upstream keeps in its cache.
  const offered = readTools({ tools: body['tools'], functions: body['functions'] })
  const functions = search !== undefined && choice?.mode === 'none' ? [] : offered
  if (functions.length === 0) return search === undefined ? {} : { tools: [search] }
  return {
    tools: [...functions.map((tool) => functionTool(tool, names)), ...(search === undefined ? [] : [search])],
    ...(choice !== undefined && { tool_choice: choiceOf(choice, { functions, search, names }) }),
    ...(typeof body['parallel_tool_calls'] === 'boolean' && { parallel_tool_calls: body['parallel_tool_calls'] }),
  }
}
