import { arrayAt, isObject, objectAt, textAt } from '@weir/dialects/json'

/** Schemas may refer to themselves; nothing is read deeper than this. */
const MAX_DEPTH = 5

const sampleObject = (schema: unknown, depth: number): Readonly<Record<string, unknown>> => {
  const properties = objectAt(schema, 'properties') ?? {}
  const required = arrayAt(schema, 'required')
  const names = Object.keys(properties).filter((name) => required.length === 0 || required.includes(name))
  return Object.fromEntries(names.map((name) => [name, sample(properties[name], depth + 1)]))
}

const sample = (schema: unknown, depth: number): unknown => {
  if (!isObject(schema) || depth > MAX_DEPTH) return null
  const given = [schema['const'], schema['default'], arrayAt(schema, 'enum')[0], arrayAt(schema, 'examples')[0]]
  const known = given.find((value) => value !== undefined)
  if (known !== undefined) return known
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type']
  switch (type) {
    case 'string':
      return textAt(schema, 'format') === 'date' ? '2026-01-01' : 'example'
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1
    case 'boolean':
      return true
    case 'array':
      return [sample(schema['items'], depth + 1)]
    default:
      return type === 'object' || objectAt(schema, 'properties') !== undefined ? sampleObject(schema, depth) : null
  }
}

/** Arguments that a function with these parameters would accept, as JSON text. */
export const sampleArguments = (parameters: unknown): string => JSON.stringify(sampleObject(parameters, 0))
