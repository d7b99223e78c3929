import { afterAll, describe, expect, it } from 'bun:test'
import { GoogleGenAI } from '@google/genai'
import { parseJson } from '@weir/dialects/json'
import { bodyText, encodeScript } from '@weir/providers/kit/conformance/script-checks'
import { providerOf } from './requests.ts'

/** The last request. Every answer to it is empty. */
const asked: { body: unknown; path: string } = { body: undefined, path: '' }
const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch: async (request) => {
    asked.path = new URL(request.url).pathname
    asked.body = await request.json()
    return Response.json({ predictions: [] })
  },
})
const client = new GoogleGenAI({ vertexai: true, apiKey: 'k', httpOptions: { baseUrl: server.url.href } })

afterAll(() => server.stop(true))

const sentBy = (task: string, call: object): { readonly body: unknown; readonly method: string } => {
  const { request } = encodeScript(providerOf('vertex'), { task, call, target: { key: 'k' } })
  return { body: parseJson(bodyText(request.body)), method: request.url.split('/').at(-1) ?? '' }
}

const askedMethod = (): string => asked.path.split('/').at(-1) ?? ''

// Its client has no type for these bodies, so the requests themselves are compared.
describe('Vertex gets what @google/genai would send it', () => {
  it('for pictures', async () => {
    await client.models.generateImages({
      model: 'imagen-4.0-generate-001',
      prompt: 'A weir',
      config: { numberOfImages: 2, aspectRatio: '16:9' },
    })
    const ours = sentBy('images/generations', { model: 'imagen-4.0-generate-001', prompt: 'A weir', n: 2, size: '1792x1024' })
    expect(ours).toEqual({ body: asked.body, method: askedMethod() })
    expect(ours.method).toBe('imagen-4.0-generate-001:predict')
  })

  it('for vectors', async () => {
    await client.models.embedContent({ model: 'text-embedding-005', contents: ['one', 'two'], config: { outputDimensionality: 256 } })
    const ours = sentBy('embeddings', { model: 'text-embedding-005', input: ['one', 'two'], dimensions: 256 })
    expect(ours).toEqual({ body: asked.body, method: askedMethod() })
    expect(ours.method).toBe('text-embedding-005:predict')
  })
})
