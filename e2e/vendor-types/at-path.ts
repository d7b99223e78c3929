import { isObject, type JsonObject } from '@weir/dialects/json'

/** Gives the objects at a place another form. A star in a path stands for every item of a list. */
export const mapAt = (value: unknown, path: readonly string[], change: (object: JsonObject) => JsonObject): unknown => {
  const [name, ...rest] = path
  if (name === undefined) return isObject(value) ? change(value) : value
  if (name === '*') return Array.isArray(value) ? value.map((item: unknown) => mapAt(item, rest, change)) : value
  return isObject(value) && name in value ? { ...value, [name]: mapAt(value[name], rest, change) } : value
}
