import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createGoogleGenerativeAI } from '@ai-sdk/google'
import { createChannel } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import { ApiError, GoogleGenAI } from '@google/genai'
import { embedMany } from 'ai'
import { TASK_ANSWERS } from '../fake-upstream/openai/openai-tasks.ts'
import { GEMINI_ANSWERS, openGemini } from '../fake-upstream/wires/gemini.ts'
import type { NativeFake } from '../fake-upstream/native-server.ts'
import { UPSTREAM_KEY, closeStand, openStand, type Stand } from '../harness/stand.ts'
import { effectOf } from './effect.ts'

const OPENAI_MODEL = 'text-embedding-3-small'
const GEMINI_MODEL = 'gemini-embedding-001'

let stand: Stand
let google: NativeFake
let client: GoogleGenAI
let apiKey: string

beforeAll(async () => {
  stand = await openStand()
  google = openGemini('google-key')
  const openai = { key: UPSTREAM_KEY, type: 1, name: 'openai', base_url: stand.fake.url, models: OPENAI_MODEL }
  const gemini = { key: 'google-key', type: 24, name: 'gemini', base_url: google.url, models: GEMINI_MODEL }
  for (const body of [openai, gemini]) await stand.root.call(createChannel, { body })
  apiKey = `sk-${(await stand.root.call(createToken, { body: { name: 'vectors', unlimited_quota: true } })).key}`
  client = new GoogleGenAI({ apiKey, httpOptions: { baseUrl: stand.weir.url } })
}, 180_000)

afterAll(async () => {
  await closeStand(stand)
  await google.stop()
})

const post = (model: string, method: string, body: object): Promise<Response> =>
  fetch(`${stand.weir.url}/v1beta/models/${model}:${method}`, {
    method: 'POST',
    headers: { 'x-goog-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('vectors', () => {
  it("come from OpenAI's models to Google's client, at the price of the model", async () => {
    const call = () => client.models.embedContent({ model: OPENAI_MODEL, contents: ['one', 'two'], config: { outputDimensionality: 3 } })
    const { value, log, spent } = await effectOf(stand.root, call)
    expect(value.embeddings?.map(({ values }) => values)).toEqual([[...TASK_ANSWERS.vector], [...TASK_ANSWERS.vector]])
    // 8 tokens at $0.02 per million are 0.08 units, rounded up.
    expect([log.model_name, log.prompt_tokens, log.completion_tokens, log.quota, spent]).toEqual([OPENAI_MODEL, 8, 0, 1, 1])
  })

  it("come from Google's models, counted here because Google does not", async () => {
    const call = () => client.models.embedContent({ model: GEMINI_MODEL, contents: ['one', 'two'] })
    const { value, log, spent } = await effectOf(stand.root, call)
    expect(value.embeddings?.map(({ values }) => values)).toEqual([[...GEMINI_ANSWERS.vector], [...GEMINI_ANSWERS.vector]])
    expect([log.model_name, log.prompt_tokens > 0, log.quota, google.refusals]).toEqual([GEMINI_MODEL, true, spent, []])
  })

  it('come one by one in their own form, and what is left out is named', async () => {
    const content = { parts: [{ text: 'one' }] }
    const reply = await post(OPENAI_MODEL, 'embedContent', { content, task_type: 'RETRIEVAL_QUERY' })
    expect([reply.headers.get('x-weir-dropped'), await reply.json()]).toEqual([
      'taskType',
      { embedding: { values: [...TASK_ANSWERS.vector] } },
    ])
  })

  it('are refused by the name of the field', async () => {
    const picture = { parts: [{ inlineData: { mimeType: 'image/png', data: 'AA==' } }] }
    const reply = await post(OPENAI_MODEL, 'batchEmbedContents', {
      requests: [{ content: { parts: [{ text: 'one' }] } }, { content: picture }],
    })
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { error: { status: 'INVALID_ARGUMENT', details: [{ metadata: { field: 'requests[1].content.parts' } }, {}] } },
    ])
    const error: unknown = await client.models.embedContent({ model: 'unknown', contents: 'one' }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ApiError)
  })

  it('speak to the AI SDK', async () => {
    const model = createGoogleGenerativeAI({ baseURL: `${stand.weir.url}/v1beta`, apiKey }).textEmbeddingModel(OPENAI_MODEL)
    const { embeddings } = await embedMany({ model, values: ['one', 'two'], maxRetries: 0 })
    expect(embeddings).toEqual([[...TASK_ANSWERS.vector], [...TASK_ANSWERS.vector]])
  })
})
