import { isObject, type JsonObject } from '../../json.ts'
import { wordTable } from '../../word-table.ts'

/** Names of JSON Schema that Google's form of it spells in its own way. */
const NAMES = wordTable<string>({
  any_of: 'anyOf',
  one_of: 'oneOf',
  max_items: 'maxItems',
  min_items: 'minItems',
  max_length: 'maxLength',
  min_length: 'minLength',
  max_properties: 'maxProperties',
  min_properties: 'minProperties',
  additional_properties: 'additionalProperties',
})

/** For Google's models alone. */
const LEFT_OUT: ReadonlySet<string> = new Set(['propertyOrdering', 'property_ordering', 'nullable', 'example'])

/** Whole numbers of 64 bits may be written as text. */
const COUNTS: ReadonlySet<string> = new Set(['maxItems', 'minItems', 'maxLength', 'minLength', 'maxProperties', 'minProperties'])

const LISTS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems'])
const NAMED_SCHEMAS: ReadonlySet<string> = new Set(['properties', '$defs', 'defs', 'definitions', 'patternProperties'])

const typeOf = (type: unknown, isNullable: boolean): unknown => {
  if (typeof type !== 'string') return type
  const name = type.toLowerCase()
  return isNullable && name !== 'null' ? [name, 'null'] : name
}

const memberOf = (name: string, value: unknown): unknown => {
  if (LISTS.has(name) && Array.isArray(value)) return value.map(schemaOf)
  if (NAMED_SCHEMAS.has(name) && isObject(value)) {
    return Object.fromEntries(Object.entries(value).map(([property, schema]) => [property, schemaOf(schema)]))
  }
  if (name === 'items' || name === 'additionalProperties') return schemaOf(value)
  return COUNTS.has(name) && typeof value === 'string' ? Number(value) : value
}

const schemaOf = (schema: unknown): unknown => (isObject(schema) ? jsonSchemaOf(schema) : schema)

const convertMember = (schema: JsonObject, key: string, isNullable: boolean): readonly (readonly [string, unknown])[] => {
  if (LEFT_OUT.has(key)) return []
  if (key === 'type') return schema[key] === 'TYPE_UNSPECIFIED' ? [] : [[key, typeOf(schema[key], isNullable)]]
  const name = NAMES[key] ?? key
  return [[name, memberOf(name, schema[key])]]
}

/** Google's subset of OpenAPI as the JSON Schema that every other wire speaks. */
export const jsonSchemaOf = (schema: JsonObject): JsonObject => {
  const isNullable = schema['nullable'] === true
  return Object.fromEntries(Object.keys(schema).flatMap((key) => convertMember(schema, key, isNullable)))
}
