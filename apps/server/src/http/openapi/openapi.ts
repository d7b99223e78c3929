import type { EndpointDefinition } from '@weir/contract/endpoint'
import { z } from 'zod'

export interface JsonSchema {
  readonly [key: string]: unknown
}

interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly schema: JsonSchema
}

export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly JsonSchema[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: true; readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
  readonly responses: Readonly<Record<string, unknown>>
}

export interface OpenapiDocument {
  readonly openapi: '3.1.0'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: JsonSchema
}

const DESCRIPTION = `Every answer is an envelope: success, message and, where there is something to say, data. A refused call answers 200 with
success false and the reason in message; 401 means that nobody is signed in, 403 that the caller may not do this, 429 that there were too
many calls. Messages follow Accept-Language, Chinese or English. Both forms of every path, with and without a slash at the end, are served.`

const schemaOf = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}

const isRecord = (value: unknown): value is JsonSchema => typeof value === 'object' && value !== null && !Array.isArray(value)

const propertiesOf = (schema: JsonSchema): readonly (readonly [string, JsonSchema])[] =>
  Object.entries(isRecord(schema['properties']) ? schema['properties'] : {}).flatMap(([name, property]) =>
    isRecord(property) ? [[name, property] as const] : [],
  )

const requiredOf = (schema: JsonSchema): readonly unknown[] => (Array.isArray(schema['required']) ? schema['required'] : [])

const parametersOf = ({ input }: EndpointDefinition): readonly Parameter[] => {
  const places = [
    ['path', input.params],
    ['query', input.query],
  ] as const
  return places.flatMap(([place, zodSchema]) => {
    if (zodSchema === undefined) return []
    const schema = schemaOf(zodSchema, 'input')
    return propertiesOf(schema).map(([name, property]) => {
      const isRequired = place === 'path' || requiredOf(schema).includes(name)
      // A number in a path is text to JSON Schema until it has been read.
      return { name, in: place, required: isRequired, schema: place === 'path' ? { type: 'integer', minimum: 1 } : property }
    })
  })
}

const isNothing = (schema: z.ZodType): boolean => schema instanceof z.ZodUndefined

const envelopeOf = ({ data, extra }: EndpointDefinition): JsonSchema => {
  const extraSchema = extra === undefined ? {} : schemaOf(extra, 'output')
  return {
    type: 'object',
    required: ['success', 'message'],
    properties: {
      success: { type: 'boolean' },
      message: { type: 'string' },
      ...Object.fromEntries(propertiesOf(extraSchema)),
      ...(!isNothing(data) && { data: schemaOf(data, 'output') }),
    },
  }
}

const reply = (description: string, schema: JsonSchema) => ({ description, content: { 'application/json': { schema } } })
const refusal = (description: string) => reply(description, { $ref: '#/components/schemas/Refusal' })

const securityOf = ({ access, sessionOnly }: EndpointDefinition): readonly JsonSchema[] => {
  if (access === 'public') return []
  return sessionOnly ? [{ session: [] }] : [{ session: [] }, { accessToken: [] }]
}

const NEEDED = {
  public: 'Anyone',
  user: 'Any signed-in user',
  admin: 'Administrators (role 10)',
  root: 'The super admin (role 100)',
} as const

const wordsOf = (path: string): readonly string[] => path.split(/[/:_.-]+/).filter((word) => word !== '' && word !== 'api')

export const pathKey = (path: string): string => path.replace(/:(\w+)/g, '{$1}')

const operationOf = (endpoint: EndpointDefinition): Operation => {
  const { body } = endpoint.input
  const words = wordsOf(endpoint.path)
  return {
    operationId: [endpoint.method.toLowerCase(), ...words].join('_'),
    summary: endpoint.summary,
    tags: [words[0] ?? 'api'],
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: { required: true, content: { 'application/json': { schema: schemaOf(body, 'input') } } } as const }),
    responses: {
      200: reply(`${NEEDED[endpoint.access]}.`, envelopeOf(endpoint)),
      ...(endpoint.undecodableStatus !== undefined && { [endpoint.undecodableStatus]: refusal('The body cannot be decoded') }),
      ...(endpoint.access !== 'public' && { 401: refusal('Nobody is signed in'), 403: refusal('Not allowed') }),
      429: refusal('Too many calls'),
    },
  }
}

/** OpenAPI 3.1, from the endpoints that are really mounted. */
export const toOpenapi = (endpoints: readonly EndpointDefinition[], version: string): OpenapiDocument => {
  const paths: Record<string, Record<string, Operation>> = {}
  for (const endpoint of endpoints) {
    const methods = (paths[pathKey(endpoint.path)] ??= {})
    methods[endpoint.method.toLowerCase()] = operationOf(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Weir management API', version, description: DESCRIPTION.replaceAll('\n', ' ') },
    paths,
    components: {
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'message'],
          properties: { success: { const: false }, message: { type: 'string' } },
        },
      },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in' },
        accessToken: { type: 'http', scheme: 'bearer', description: 'The system access token from personal settings' },
      },
    },
  }
}
