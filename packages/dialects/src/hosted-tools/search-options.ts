import { isObject, objectAt, type JsonObject } from '../json.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'

/** The field by which a chat asks for a search, and by which every other wire's search is carried. */
export const SEARCH_OPTIONS = 'web_search_options'

/** What the caller wants of a search; undefined where it wants none. */
export const searchOptionsIn = (body: JsonObject): JsonObject | undefined => objectAt(body, SEARCH_OPTIONS)

const APPROXIMATE = 'approximate'

const isPlace = (place: JsonObject | undefined): place is JsonObject => place?.['type'] === APPROXIMATE

/** A place as Anthropic and the Responses endpoint tell it, in the form of a chat. */
export const locationForChat = (tool: JsonObject): JsonObject => {
  const place = objectAt(tool, 'user_location')
  if (!isPlace(place)) return {}
  const { type, ...approximate } = place
  return { user_location: { type, approximate } }
}

/** The other way round. */
export const locationFromChat = (options: JsonObject): JsonObject => {
  const place = objectAt(options, 'user_location')
  return isPlace(place) ? { user_location: { type: APPROXIMATE, ...objectAt(place, APPROXIMATE) } } : {}
}

/** Other models search when they think they must. */
export const refuseForcedSearch = (isForced: boolean): void => {
  if (isForced) throw new UnsupportedInput('tool_choice', 'This model cannot be made to search: leave the choice to it')
}

const isNothing = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (Array.isArray(value) && value.length === 0) ||
  (isObject(value) && Object.values(value).every(isNothing))

/** A search that is kept to some pages and one that is not find different things. */
export const refuseSearchLimits = (tool: JsonObject, names: readonly string[], param: string): void => {
  const name = names.find((each) => !isNothing(tool[each]))
  if (name === undefined) return
  throw new UnsupportedInput(`${param}.${name}`, `This model's search cannot be limited by ${name}: leave it out, or ask another model`)
}
