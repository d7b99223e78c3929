import { isObject, type JsonObject } from '../../json.ts'

/** Below these, names are the caller's own or those of a schema. */
const OPAQUE: ReadonlySet<string> = new Set([
  'args',
  'response',
  'parameters',
  'parametersJsonSchema',
  'responseSchema',
  'responseJsonSchema',
  'labels',
])

const camel = (name: string): string =>
  name.includes('_') ? name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name

/** Whether a field has a second spelling. Of most bodies none has, and then they are read as they are. */
const hasOther = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.some(hasOther)
  if (!isObject(value)) return false
  for (const name in value) if (name.includes('_') || (!OPAQUE.has(name) && hasOther(value[name]))) return true
  return false
}

export interface NamedFields {
  readonly body: JsonObject
  /** A field that stands there in both spellings. Which of the two upstream would read, no one can tell. */
  readonly twice: string | undefined
}

/** Google's endpoints read every field in two spellings; from here on there is one. */
export const inCamelCase = (given: JsonObject): NamedFields => {
  let twice: string | undefined
  const convert = (value: unknown, path: string): unknown => {
    if (Array.isArray(value)) return value.map((member: unknown, at) => convert(member, `${path}[${at}]`))
    return isObject(value) ? convertObject(value, path) : value
  }
  const convertObject = (value: JsonObject, path: string): JsonObject => {
    const converted: Record<string, unknown> = {}
    for (const key of Object.keys(value)) {
      const name = camel(key)
      const place = path === '' ? name : `${path}.${name}`
      if (Object.hasOwn(converted, name)) twice ??= place
      Object.defineProperty(converted, name, {
        value: OPAQUE.has(name) ? value[key] : convert(value[key], place),
        enumerable: true,
        configurable: true,
        writable: true,
      })
    }
    return converted
  }
  if (!hasOther(given)) return { body: given, twice }
  return { body: convertObject(given, ''), twice }
}
