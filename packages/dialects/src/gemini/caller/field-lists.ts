import { isObject, type JsonObject } from '../../json.ts'

type Change = (value: unknown) => unknown

const asList: Change = (value) => (isObject(value) ? [value] : value)

/** The very same object where the field is not there or stays as it is. */
const changed = (holder: JsonObject, name: string, change: Change): JsonObject => {
  const value = holder[name]
  const next = value === undefined ? value : change(value)
  return next === value ? holder : { ...holder, [name]: next }
}

const within =
  (change: (member: JsonObject) => JsonObject): Change =>
  (value) =>
    isObject(value) ? change(value) : value

const each =
  (change: (member: JsonObject) => JsonObject): Change =>
  (value) => {
    const list = asList(value)
    if (!Array.isArray(list)) return value
    const members: readonly unknown[] = list
    const next = members.map(within(change))
    return list === value && next.every((member, at) => member === members[at]) ? value : next
  }

const partOf = (part: JsonObject): JsonObject =>
  changed(
    part,
    'functionResponse',
    within((result) => changed(result, 'parts', asList)),
  )

const turnOf = (turn: JsonObject): JsonObject => changed(turn, 'parts', each(partOf))

const toolOf = (tool: JsonObject): JsonObject => changed(tool, 'functionDeclarations', asList)

const words = (text: string): JsonObject => ({ parts: [{ text }] })

const contentsOf: Change = (value) => (typeof value === 'string' ? [{ role: 'user', ...words(value) }] : each(turnOf)(value))

const instructionOf: Change = (value) => {
  if (typeof value === 'string') return words(value)
  return Array.isArray(value) ? { parts: value } : within(turnOf)(value)
}

/**
 * Google's endpoints take one object where a list is meant, as its own examples show. From here on there are lists alone: what is looked for in
 * a list, such as a tool with a fee, must not be overlooked. The very same body where it has lists already.
 */
export const withLists = (body: JsonObject): JsonObject => {
  const told = changed(changed(body, 'contents', contentsOf), 'systemInstruction', instructionOf)
  return changed(told, 'tools', each(toolOf))
}

/** The same of a request for vectors, or of a list of them. */
export const withPartLists = (body: JsonObject): JsonObject => {
  const ofOne = (request: JsonObject): JsonObject => changed(request, 'content', within(turnOf))
  return changed(ofOne(body), 'requests', each(ofOne))
}
