import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'

export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly parameters: JsonObject | undefined
  readonly isStrict: boolean | undefined
  /** All tools up to this one may be cached. */
  readonly cacheControl?: JsonObject
}

const readTool = (fn: JsonObject | undefined, mark: JsonObject | undefined): readonly ToolSpec[] => {
  const name = textAt(fn, 'name')
  if (name === undefined) return []
  const strict = fn?.['strict']
  const cacheControl = mark ?? objectAt(fn, 'cache_control')
  return [
    {
      name,
      description: textAt(fn, 'description') ?? '',
      parameters: objectAt(fn, 'parameters'),
      isStrict: typeof strict === 'boolean' ? strict : undefined,
      ...(cacheControl && { cacheControl }),
    },
  ]
}

export type ToolChoice =
  | {
      readonly mode: 'auto' | 'none' | 'required'
      /** The only functions that may be called, where the caller narrowed them; `readTools` gives no others. */
      readonly allowed?: readonly string[]
    }
  | { readonly mode: 'named'; readonly name: string }

const nameOf = (tool: unknown): string | undefined => textAt(objectAt(tool, 'function'), 'name') ?? textAt(tool, 'name')

const readAllowed = (choice: JsonObject): ToolChoice => {
  const { mode, tools } = objectAt(choice, 'allowed_tools') ?? choice
  return { mode: mode === 'required' ? 'required' : 'auto', allowed: arrayAt({ tools }, 'tools').flatMap((tool) => nameOf(tool) ?? []) }
}

export const readToolChoice = (body: JsonObject): ToolChoice | undefined => {
  const choice = body['tool_choice'] ?? body['function_call']
  if (choice === 'auto' || choice === 'none' || choice === 'required') return { mode: choice }
  if (isObject(choice) && choice['type'] === 'allowed_tools') return readAllowed(choice)
  const name = nameOf(choice)
  return name === undefined ? undefined : { mode: 'named', name }
}

/**
 * Functions the model may call, in either spelling of the wire. Wires that cannot say which of the offered functions are allowed
 * are sent those alone, which comes to the same.
 */
export const readTools = (body: JsonObject): readonly ToolSpec[] => {
  const offered = [
    ...arrayAt(body, 'tools').flatMap((tool) => readTool(objectAt(tool, 'function'), objectAt(tool, 'cache_control'))),
    ...arrayAt(body, 'functions').flatMap((fn) => readTool(isObject(fn) ? fn : undefined, undefined)),
  ]
  const choice = readToolChoice(body)
  if (choice === undefined || choice.mode === 'named' || choice.allowed === undefined) return offered
  const allowed = new Set(choice.allowed)
  return offered.filter(({ name }) => allowed.has(name))
}

export type ResponseFormat =
  | { readonly kind: 'json-object' }
  | { readonly kind: 'json-schema'; readonly name: string; readonly schema: JsonObject }

export const readResponseFormat = (body: JsonObject): ResponseFormat | undefined => {
  const format = objectAt(body, 'response_format')
  const schema = objectAt(objectAt(format, 'json_schema'), 'schema')
  switch (textAt(format, 'type')) {
    case 'json_object':
      return { kind: 'json-object' }
    case 'json_schema':
      return schema && { kind: 'json-schema', name: textAt(objectAt(format, 'json_schema'), 'name') ?? 'response', schema }
    default:
      return undefined
  }
}

/** Stop sequences that can stop anything; several wires refuse a blank one. */
export const readStop = (body: JsonObject): readonly string[] => {
  const stop = body['stop']
  const list: readonly unknown[] = Array.isArray(stop) ? stop : [stop]
  return list.filter((entry) => typeof entry === 'string').filter((entry) => entry.trim() !== '')
}

export const readNumber = (body: JsonObject, name: string): number | undefined => {
  const value = body[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export const EFFORTS = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof EFFORTS)[number]

export const readEffort = (body: JsonObject): Effort | undefined => {
  const value = textAt(body, 'reasoning_effort') ?? textAt(objectAt(body, 'reasoning'), 'effort')
  return EFFORTS.find((effort) => effort === value)
}

/** Names of the given fields that the caller set to something. */
export const fieldsPresent = (body: JsonObject, names: readonly string[]): readonly string[] =>
  names.filter((name) => body[name] !== undefined && body[name] !== null && body[name] !== false)

const NO_SEARCH = 'Searching the web is not offered with this model. Leave it out, or give the model a function that searches'

const isWebSearch = (tool: unknown): boolean => /^web_(search|fetch)/.test(textAt(tool, 'type') ?? '')

/** An answer that looks searched for and is not would mislead, and a search costs a fee that no usage tells. */
export const refuseWebSearch = (body: JsonObject): void => {
  const [field] = fieldsPresent(body, ['web_search_options'])
  if (field !== undefined) throw new UnsupportedInput(field, NO_SEARCH)
  refuseSearchTools(body)
}

/** A chat asks for a search by its field; the tools of other wires are translated into it. */
export const refuseSearchTools = (body: JsonObject): void => {
  const at = arrayAt(body, 'tools').findIndex(isWebSearch)
  if (at !== -1) throw new UnsupportedInput(`tools[${at}]`, NO_SEARCH)
}

/** Where tools stand that are not functions, for wires that offer nothing else. */
export const toolsBesideFunctions = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'tools').flatMap((tool, at) => (objectAt(tool, 'function') === undefined ? [`tools[${at}]`] : []))

/** Where tools stand whose arguments the caller wants checked, for models that cannot. */
export const strictTools = (body: JsonObject): readonly string[] =>
  arrayAt(body, 'tools').flatMap((tool, at) => (objectAt(tool, 'function')?.['strict'] === true ? [`tools[${at}].function.strict`] : []))
