import { arrayAt, isObject, type JsonObject } from '../../json.ts'

const MAX_DEPTH = 32

const isStrictObject = (schema: JsonObject): boolean => {
  const { properties } = schema
  const names = isObject(properties) ? Object.keys(properties) : []
  const required = arrayAt(schema, 'required')
  return schema['additionalProperties'] === false && names.every((name) => required.includes(name))
}

/** Whether OpenAI takes the schema as strict: there every object is closed and all its members are required, here some may be left out. */
export const isStrictSchema = (schema: unknown, depth = 0): boolean => {
  if (depth > MAX_DEPTH) return false
  if (Array.isArray(schema)) return schema.every((member) => isStrictSchema(member, depth + 1))
  if (!isObject(schema)) return true
  if ((schema['type'] === 'object' || isObject(schema['properties'])) && !isStrictObject(schema)) return false
  return Object.values(schema).every((member) => isStrictSchema(member, depth + 1))
}
