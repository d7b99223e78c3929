import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { endpoint } from '@weir/contract/endpoint'
import { z } from 'zod'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'
import { pathKey, toOpenapi, type JsonSchema } from './openapi.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

const documentShape = z.object({
  openapi: z.literal('3.1.0'),
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        summary: z.string().min(1),
        security: z.array(z.unknown()),
        parameters: z.array(z.object({ name: z.string(), in: z.enum(['path', 'query']), schema: z.record(z.string(), z.unknown()) })),
        requestBody: z.unknown().optional(),
        responses: z.record(z.string(), z.unknown()),
      }),
    ),
  ),
})

const read = async () => documentShape.parse((await harness.call('GET', '/api/openapi.json')).json)

describe('API description', () => {
  it('names every mounted route and nothing else', async () => {
    const { paths } = await read()
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const mounted = harness.routes.map(({ endpoint }) => `${endpoint.method} ${pathKey(endpoint.path)}`)
    expect(described.toSorted()).toEqual(mounted.toSorted())
  })

  it('gives every operation a name of its own, its parameters and its body', async () => {
    const { paths } = await read()
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length)
    for (const { endpoint } of harness.routes) {
      const operation = paths[pathKey(endpoint.path)]?.[endpoint.method.toLowerCase()]
      const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
      expect(operation?.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)).toEqual(inPath)
      expect(operation?.requestBody !== undefined).toBe(endpoint.input.body !== undefined)
      expect(operation?.security.length === 0).toBe(endpoint.access === 'public')
    }
  })

  it('is readable without scripts and under the policy of documents', async () => {
    const answer = await harness.call('GET', '/api/docs/')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.text).not.toMatch(/<script|\son\w+=|https?:\/\//)
    const titles = [...answer.text.matchAll(/<h2 id="([^"]+)">/g)].map(([, name = '']) => name)
    expect(titles.length).toBeGreaterThan(5)
    expect(titles).toEqual(titles.toSorted())
    for (const { endpoint } of harness.routes) expect(answer.text).toContain(`<code>${pathKey(endpoint.path)}</code>`)
  })

  it('says of each call what it takes, what it answers and who may call it', () => {
    const { paths } = toOpenapi(
      [
        endpoint({
          method: 'PUT',
          path: '/api/kettle-pot/:id',
          access: 'admin',
          summary: 'Fill a kettle',
          input: {
            params: z.object({ id: z.coerce.number() }),
            query: z.object({ note: z.string(), hot: z.boolean().optional() }),
            body: z.object({ litres: z.int() }),
          },
          data: z.string(),
          extra: z.object({ total: z.number() }),
          audit: 'kettle.fill',
        }),
        endpoint({ method: 'GET', path: '/api/tea', access: 'public', summary: 'Drink tea', input: {}, data: z.undefined() }),
        endpoint({ method: 'GET', path: '/api/me', access: 'user', summary: 'Oneself', input: {}, data: z.undefined(), sessionOnly: true }),
        endpoint({ method: 'GET', path: '/api/all', access: 'root', summary: 'Everything', input: {}, data: z.undefined() }),
      ],
      '1.2.3',
    )
    const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } })
    const refusal = (description: string) => ({ description, ...json({ $ref: '#/components/schemas/Refusal' }) })
    const envelope = (more: object) => ({
      type: 'object',
      required: ['success', 'message'],
      properties: { success: { type: 'boolean' }, message: { type: 'string' }, ...more },
    })
    expect(paths['/api/kettle-pot/{id}']).toEqual({
      put: {
        operationId: 'put_kettle_pot_id',
        summary: 'Fill a kettle',
        tags: ['kettle'],
        security: [{ session: [] }, { accessToken: [] }],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
          { name: 'note', in: 'query', required: true, schema: { type: 'string' } },
          { name: 'hot', in: 'query', required: false, schema: { type: 'boolean' } },
        ],
        requestBody: {
          required: true,
          ...json({
            type: 'object',
            properties: { litres: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER } },
            required: ['litres'],
          }),
        },
        responses: {
          200: { description: 'Administrators (role 10).', ...json(envelope({ total: { type: 'number' }, data: { type: 'string' } })) },
          401: refusal('Nobody is signed in'),
          403: refusal('Not allowed'),
          429: refusal('Too many calls'),
        },
      },
    })
    expect(paths['/api/tea']?.['get']).toMatchObject({ operationId: 'get_tea', security: [], parameters: [] })
    expect(paths['/api/tea']?.['get']).not.toHaveProperty('requestBody')
    expect(paths['/api/tea']?.['get']?.responses).toEqual({
      200: { description: 'Anyone.', ...json(envelope({})) },
      429: refusal('Too many calls'),
    })
    expect(paths['/api/me']?.['get']?.security).toEqual([{ session: [] }])
    expect(paths['/api/me']?.['get']?.responses['200']).toMatchObject({ description: 'Any signed-in user.' })
    expect(paths['/api/all']?.['get']?.responses['200']).toMatchObject({ description: 'The super admin (role 100).' })
  })

  it('names itself, the form of every refusal and the two ways to sign in', () => {
    const { openapi, info, components } = toOpenapi([], '1.2.3')
    expect(openapi).toBe('3.1.0')
    expect(info).toMatchObject({ title: 'Weir management API', version: '1.2.3' })
    expect(info.description).toContain('A refused call answers 200 with success false and the reason in message; 401 means')
    expect(components).toMatchObject({
      schemas: {
        Refusal: {
          type: 'object',
          required: ['success', 'message'],
          properties: { success: { const: false }, message: { type: 'string' } },
        },
      },
      securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'session' }, accessToken: { type: 'http', scheme: 'bearer' } },
    })
  })
})
