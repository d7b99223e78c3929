import { isObject, type JsonObject } from '../json.ts'

/** Keywords that the grammar behind strict tools and structured output knows. */
const KNOWN = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'const',
  'anyOf',
  'oneOf',
  'allOf',
  'title',
  'description',
  'default',
  'format',
  'minItems',
])

/** Say nothing about a value: names for other schemas, what is resolved here, and what is set below. */
const SILENT = new Set(['$schema', '$id', '$anchor', '$comment', '$defs', 'definitions', '$ref', 'additionalProperties'])

/** Keywords whose values are the caller's data, not schemas. */
const VALUES = new Set(['enum', 'const', 'required', 'default', 'type', 'title', 'description', 'format', 'minItems'])

const FORMATS: ReadonlySet<unknown> = new Set(['date-time', 'time', 'date', 'duration', 'email', 'hostname', 'uri', 'ipv4', 'ipv6', 'uuid'])

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object'

const MAX_SCHEMAS = 2000
/** Of everything that references stand for together. The largest schema upstream takes is far shorter. */
const MAX_EXPANDED_CHARACTERS = 1_000_000

const resolve = (root: JsonObject, reference: string): unknown =>
  reference
    .split('/')
    .slice(1)
    .reduce<unknown>((at, step) => (isObject(at) ? at[step.replaceAll('~1', '/').replaceAll('~0', '~')] : undefined), root)

const isKnown = (name: string, value: unknown): boolean => {
  switch (name) {
    case 'minItems':
      return value === 0 || value === 1
    case 'format':
      return FORMATS.has(value)
    case 'items':
      return isObject(value)
    case 'const':
      return isPlain(value)
    case 'enum':
      return Array.isArray(value) && value.every(isPlain)
    default:
      return KNOWN.has(name)
  }
}

/** A limit that cannot be enforced is told to the model: it keeps most of what it reads. */
const described = (schema: JsonObject): JsonObject => {
  const limits = Object.entries(schema)
    .filter(([name, value]) => !isKnown(name, value) && !SILENT.has(name))
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`)
  if (limits.length === 0) return {}
  const own = schema['description']
  const told = `{${limits.join(', ')}}`
  return { description: typeof own === 'string' && own !== '' ? `${own}\n\n${told}` : told }
}

const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  type === 'object' || (Array.isArray(type) && type.includes('object')) || (type === undefined && isObject(properties))

/** Members of `properties` are names the caller chose, not keywords. */
const cleanProperties = (value: unknown, clean: (schema: unknown) => unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, clean(schema)])) : value

/** A schema that strict tools and structured output take: references resolved, other keywords told in words, objects closed. */
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
      .filter(([name, value]) => isKnown(name, value))
      .map(([name, value]): [string, unknown] => {
        if (name === 'properties') return [name, cleanProperties(value, clean)]
        if (VALUES.has(name)) return [name, value]
        return [name === 'oneOf' ? 'anyOf' : name, clean(value)]
      })
    return { ...Object.fromEntries(cleaned), ...described(schema), ...(isObjectSchema(schema) && { additionalProperties: false }) }
  }
  return cleanObject(root, [])
}
