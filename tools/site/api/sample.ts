import type { JsonSchema } from '../../../apps/server/src/http/openapi/openapi.ts'
import { isRequired, isSchema, propertiesOf, variantsOf } from './schema.ts'

/** What a reader would write there. */
const HINTS: Readonly<Record<string, unknown>> = {
  name: 'example',
  username: 'alice',
  password: 'correct horse 7',
  email: 'alice@example.com',
  models: 'gpt-4o-mini',
  model: 'gpt-4o-mini',
  base_url: 'https://api.openai.com',
  keyword: 'a',
}

const numberOf = ({ minimum, exclusiveMinimum }: JsonSchema): number => {
  if (typeof minimum === 'number' && minimum > 0) return minimum
  return typeof exclusiveMinimum === 'number' ? Math.max(1, exclusiveMinimum + 1) : 1
}

const itemsOf = ({ items, minItems }: JsonSchema): readonly unknown[] => {
  const count = Math.max(1, typeof minItems === 'number' ? minItems : 1)
  return isSchema(items) ? Array.from({ length: count }, () => sampleOf(items)) : []
}

const objectOf = (schema: JsonSchema): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    propertiesOf(schema)
      .filter(([name]) => isRequired(schema, name) || name === 'name')
      .map(([name, property]) => [name, sampleOf(property, name)]),
  )

/** A small value that the schema takes: what it requires, and the name where there is one. */
export const sampleOf = (schema: JsonSchema, name = ''): unknown => {
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  const [variant] = variantsOf(schema)
  if (variant !== undefined) return sampleOf(variant, name)
  switch (schema['type']) {
    case 'object':
      return objectOf(schema)
    case 'array':
      return itemsOf(schema)
    case 'string':
      return HINTS[name] ?? 'example'
    case 'integer':
    case 'number':
      return numberOf(schema)
    case 'boolean':
      return true
  }
  return HINTS[name] ?? {}
}
