import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { z } from 'zod'
import { openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'
import { pathKey } from './openapi.ts'

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
})
