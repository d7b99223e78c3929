import type { JsonSchema } from '../../../apps/server/src/http/openapi/openapi.ts'

export const isSchema = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

const schemasIn = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value.filter(isSchema) : [])

export const variantsOf = (schema: JsonSchema): readonly JsonSchema[] => schemasIn(schema['anyOf'] ?? schema['oneOf'])

export const propertiesOf = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(isSchema(schema['properties']) ? schema['properties'] : {}).flatMap(([name, property]) =>
    isSchema(property) ? [[name, property] as const] : [],
  )

export const isRequired = (schema: JsonSchema, name: string): boolean =>
  Array.isArray(schema['required']) && schema['required'].includes(name)

const quoted = (value: unknown): string => `\`${JSON.stringify(value)}\``

/** The type in words, such as `integer` or `array of object`. */
export const typeOf = (schema: JsonSchema): string => {
  if (Array.isArray(schema['enum'])) return schema['enum'].map(quoted).join(', ')
  if ('const' in schema) return quoted(schema['const'])
  const variants = [...new Set(variantsOf(schema).map(typeOf))]
  if (variants.length > 0) return variants.join(' / ')
  const { type, items } = schema
  if (type === 'array') return isSchema(items) ? `array of ${typeOf(items)}` : 'array'
  return typeof type === 'string' ? type : 'any'
}

/** A limit that a number has anyway says nothing. */
const isTelling = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) < Number.MAX_SAFE_INTEGER

const LIMITS = [
  ['minimum', '≥'],
  ['exclusiveMinimum', '>'],
  ['maximum', '≤'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['minItems', 'items ≥'],
  ['maxItems', 'items ≤'],
] as const

export const limitsOf = (schema: JsonSchema): string => {
  const limits = LIMITS.flatMap(([name, sign]) => (isTelling(schema[name]) ? [`${sign} ${String(schema[name])}`] : []))
  return [...limits, ...('default' in schema ? [`= ${quoted(schema['default'])}`] : [])].join(', ')
}

export interface Field {
  /** Such as `rows[].name`. */
  readonly name: string
  readonly schema: JsonSchema
  readonly isRequired: boolean
}

const DEEPEST = 3

/** The fields of an object and of the objects in it. */
export const fieldsOf = (schema: JsonSchema, prefix = '', depth = 0): readonly Field[] => {
  if (depth >= DEEPEST) return []
  const { items } = schema
  if (schema['type'] === 'array' && isSchema(items)) return fieldsOf(items, `${prefix}[]`, depth)
  const objects = variantsOf(schema)
  if (objects.length > 0) {
    const all = objects.flatMap((variant) => fieldsOf(variant, prefix, depth))
    return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index)
  }
  return propertiesOf(schema).flatMap(([name, property]) => {
    const path = prefix === '' ? name : `${prefix}.${name}`
    return [{ name: path, schema: property, isRequired: isRequired(schema, name) }, ...fieldsOf(property, path, depth + 1)]
  })
}
