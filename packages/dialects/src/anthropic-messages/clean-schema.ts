import { isObject, type JsonObject } from '../json.ts'

/** Keywords the structured output of this wire refuses. */
const REFUSED = new Set([
  '$schema',
  '$id',
  '$defs',
  'definitions',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'maxItems',
  'uniqueItems',
  'patternProperties',
  'minProperties',
  'maxProperties',
  'if',
  'then',
  'else',
  'not',
])

/** Keywords whose values are the caller's data, not schemas. */
const VALUES = new Set(['enum', 'const', 'required', 'default', 'examples'])

const MAX_SCHEMAS = 2000
/** Of everything that references stand for together. The largest schema upstream takes is far shorter. */
const MAX_EXPANDED_CHARACTERS = 1_000_000

const resolve = (root: JsonObject, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (isObject(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), root)

const isRefused = (name: string, value: unknown): boolean => REFUSED.has(name) || (name === 'minItems' && Number(value) > 1)

/** Members of `properties` are names the caller chose, not keywords. */
const cleanProperties = (value: unknown, clean: (schema: unknown) => unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, clean(schema)])) : value

/** A schema the structured output of this wire takes: references resolved, refused keywords left out, objects closed. */
export const cleanSchema = (root: JsonObject): JsonObject => {
  // References can multiply without end in very few words, so the work is limited, not only the depth.
  let budget = MAX_SCHEMAS
  let characters = MAX_EXPANDED_CHARACTERS
  const isAffordable = (target: unknown): boolean => {
    if (characters > 0) characters -= JSON.stringify(target)?.length ?? 0
    return characters > 0
  }
  const cleanObject = (schema: JsonObject, open: readonly string[]): JsonObject => {
    const reference = schema['$ref']
    // A schema inside itself has no finite form; there anything is accepted.
    if (budget-- <= 0 || (typeof reference === 'string' && open.includes(reference))) return {}
    if (typeof reference === 'string') {
      const { $ref: _, ...rest } = schema
      const target = resolve(root, reference)
      if (!isAffordable(target)) return {}
      return cleanObject({ ...(isObject(target) ? target : {}), ...rest }, [...open, reference])
    }
    const clean = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(clean)
      return isObject(value) ? cleanObject(value, open) : value
    }
    const cleaned = Object.entries(schema)
      .filter(([name, value]) => !isRefused(name, value))
      .map(([name, value]): [string, unknown] => {
        if (name === 'properties') return [name, cleanProperties(value, clean)]
        if (VALUES.has(name)) return [name, value]
        return [name === 'oneOf' ? 'anyOf' : name, clean(value)]
      })
    return { ...Object.fromEntries(cleaned), ...(schema['type'] === 'object' && { additionalProperties: false }) }
  }
  return cleanObject(root, [])
}
