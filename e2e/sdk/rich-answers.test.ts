import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { createChannel } from '@weir/contract/channel'
import { createToken } from '@weir/contract/token'
import { generateText, stepCountIs, streamText } from 'ai'
import OpenAI from 'openai'
import { z } from 'zod'
import { EVENT_STREAM, dataFrame, serveNative, streamOf, type NativeFake } from '../fake-upstream/native-server.ts'
import { googleError } from '../fake-upstream/wires/gemini.ts'
import { ApiClient } from '../harness/api-client.ts'
import { Weir } from '../harness/weir.ts'
import { weatherTools } from './ai-sdk-clients.ts'
import { PNG, weatherParameters } from './conversation.ts'

const MODEL = 'gemini-3.8-flash'
const TEXT = 'Köln, ja.'
const URL = 'https://a.example/'

const asked = z.looseObject({
  contents: z.array(z.looseObject({ role: z.string(), parts: z.array(z.looseObject({ functionResponse: z.unknown().optional() })) })),
  tools: z.array(z.unknown()).optional(),
})

type Asked = z.output<typeof asked>

const PICTURE = { inlineData: { mimeType: 'image/png', data: PNG }, thoughtSignature: 'Qg==' }
const SEALED_TEXT = { text: TEXT, thoughtSignature: 'QQ==' }
const SEALED_CALL = { functionCall: { name: 'get_weather', id: 'fc_1', args: { city: 'Oslo' } }, thoughtSignature: 'Qw==' }

const extras = {
  groundingMetadata: {
    groundingChunks: [{ web: { uri: URL, title: 'A' } }],
    groundingSupports: [{ segment: { startIndex: 7, endIndex: 10, text: 'ja.' }, groundingChunkIndices: [0] }],
  },
  logprobsResult: {
    chosenCandidates: [{ token: TEXT, logProbability: -0.5 }],
    topCandidates: [{ candidates: [{ token: TEXT, logProbability: -0.5 }] }],
  },
}

/** A model that draws and names its sources, or calls the tools it is given, and seals all of it. */
const chunksFor = ({ contents, tools }: Asked): readonly object[] => {
  const hasResult = contents.some(({ parts }) => parts.some((part) => part.functionResponse !== undefined))
  const end = { index: 0, finishReason: 'STOP' }
  const usageMetadata = { promptTokenCount: 9, candidatesTokenCount: 5, totalTokenCount: 14 }
  const chunk = (parts: readonly object[], over: object) => ({
    candidates: [{ content: { role: 'model', parts }, index: 0, ...over }],
    responseId: 'r',
  })
  if (tools !== undefined && !hasResult) return [{ ...chunk([SEALED_CALL], end), usageMetadata }]
  return [
    chunk([{ text: 'plan', thought: true }], {}),
    chunk([SEALED_TEXT], { logprobsResult: extras.logprobsResult }),
    { ...chunk([PICTURE], { ...end, groundingMetadata: extras.groundingMetadata }), usageMetadata },
  ]
}

interface Chunk {
  readonly candidates: readonly [{ readonly content: { readonly parts: readonly object[] } }]
}

const wholeOf = (chunks: readonly object[]): object => {
  const parts = (chunks as readonly Chunk[]).flatMap(({ candidates: [{ content }] }) => content.parts)
  const [last] = chunks.slice(-1) as readonly Chunk[]
  return { ...last, candidates: [{ ...last?.candidates[0], ...extras, content: { role: 'model', parts } }] }
}

const bodies: Asked[] = []
let fake: NativeFake
let weir: Weir
let client: OpenAI
let sdk: ReturnType<typeof createOpenAI>

beforeAll(async () => {
  fake = serveNative({
    answer: async (request) => {
      const body = asked.parse(await request.json())
      bodies.push(body)
      const chunks = chunksFor(body)
      return request.url.includes('stream') ? streamOf(chunks.map(dataFrame), EVENT_STREAM) : Response.json(wholeOf(chunks))
    },
    refuse: googleError,
  })
  weir = await Weir.start()
  const root = await ApiClient.signIn(weir.url)
  await root.call(createChannel, { body: { type: 24, name: 'rich', key: 'k', base_url: fake.url, models: MODEL } })
  const token = await root.call(createToken, { body: { name: 'first', unlimited_quota: true } })
  const settings = { baseURL: `${weir.url}/v1`, apiKey: `sk-${token.key}` }
  client = new OpenAI({ ...settings, maxRetries: 0 })
  sdk = createOpenAI(settings)
})

afterAll(async () => {
  await weir.close()
  await fake.stop()
})

/** What upstream was told that the model had said before. */
const earlierParts = (): readonly object[] => bodies.at(-1)?.contents.flatMap(({ role, parts }) => (role === 'model' ? parts : [])) ?? []

const citation = { start_index: 6, end_index: 9, url: URL, title: 'A' }
const probability = { token: TEXT, logprob: -0.5, bytes: [...Buffer.from(TEXT)] }
const user = (content: string) => ({ role: 'user' as const, content })

describe('a drawn and sourced answer in a chat of the openai package', () => {
  const message = {
    content: TEXT,
    annotations: [{ type: 'url_citation', url_citation: citation }],
    images: [{ type: 'image_url', image_url: { url: `data:image/png;base64,${PNG}` } }],
  }

  it('comes whole and goes back with its picture and its seals', async () => {
    const reply = await client.chat.completions.create({ model: MODEL, messages: [user('draw')], logprobs: true })
    const [choice] = reply.choices
    expect(choice?.message).toMatchObject(message)
    expect(choice?.logprobs?.content).toMatchObject([probability])
    await client.chat.completions.create({ model: MODEL, messages: [user('draw'), choice?.message as never, user('larger')] })
    expect(earlierParts()).toEqual([SEALED_TEXT, PICTURE])
  })

  it('is streamed with the same parts, also through the helper', async () => {
    const stream = await client.chat.completions.create({ model: MODEL, messages: [user('draw')], stream: true })
    const choices = (await Array.fromAsync(stream)).flatMap((chunk) => chunk.choices)
    for (const [name, value] of Object.entries({ images: message.images, annotations: message.annotations }))
      expect(choices.flatMap(({ delta }) => (delta as Record<string, unknown[]>)[name] ?? [])).toMatchObject(value)
    expect(choices.flatMap(({ logprobs }) => logprobs?.content ?? [])).toMatchObject([probability])
    const helped = await client.chat.completions.stream({ model: MODEL, messages: [user('draw')] }).finalChatCompletion()
    expect(helped.choices[0]?.message.content).toBe(TEXT)
  })
})

describe('a drawn and sourced answer as a response', () => {
  const body = { model: MODEL, input: [user('draw')], include: ['message.output_text.logprobs' as const] }

  it.each([false, true])(
    'comes through the openai package and goes back with its picture and its seals, streamed: %p',
    async (isStream) => {
      const reply = isStream ? await client.responses.stream(body).finalResponse() : await client.responses.create(body)
      expect(reply.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'reasoning', 'image_generation_call', 'reasoning'])
      expect(reply.output[1]).toMatchObject({
        content: [{ type: 'output_text', text: TEXT, annotations: [{ type: 'url_citation', ...citation }], logprobs: [probability] }],
      })
      expect(reply.output[3]).toMatchObject({ status: 'completed', result: PNG })
      await client.responses.create({ model: MODEL, input: [user('draw'), ...reply.output, user('larger')] as never })
      expect(earlierParts()).toEqual([SEALED_TEXT, PICTURE])
    },
  )

  it.each([false, true])('gives the seal of a call back from the openai package, streamed: %p', async (isStream) => {
    const tools = [{ type: 'function' as const, name: 'get_weather', strict: null, parameters: weatherParameters }]
    const asking = { model: MODEL, input: [user('Weather in Oslo')], tools }
    const reply = isStream ? await client.responses.stream(asking).finalResponse() : await client.responses.create(asking)
    // Clients that rebuild what they send back keep a thought's seal and none of the fields they do not know.
    const known = reply.output.map((item) => {
      const { extra_content: _, ...rest } = item as typeof item & { extra_content?: unknown }
      return rest
    })
    const result = { type: 'function_call_output' as const, call_id: 'fc_1', output: 'rain' }
    await client.responses.create({ ...asking, input: [user('Weather in Oslo'), ...known, result] as never })
    expect(earlierParts()).toEqual([SEALED_CALL])
  })
})

describe('a drawn and sourced answer for the AI SDK', () => {
  const options = { providerOptions: { openai: { store: false, include: ['reasoning.encrypted_content'] } }, maxRetries: 0 }

  it('is understood in chats', async () => {
    const whole = await generateText({ model: sdk.chat(MODEL), prompt: 'draw', maxRetries: 0 })
    expect([whole.text, whole.sources.map((source) => source.sourceType === 'url' && source.url)]).toEqual([TEXT, [URL]])
    const streamed = streamText({ model: sdk.chat(MODEL), prompt: 'draw', maxRetries: 0 })
    expect([await streamed.text, (await streamed.sources).length]).toEqual([TEXT, 1])
  })

  it('is understood as a response', async () => {
    const whole = await generateText({ model: sdk.responses(MODEL), prompt: 'draw', ...options })
    expect([whole.text, whole.sources.map((source) => source.sourceType === 'url' && source.url)]).toEqual([TEXT, [URL]])
    const streamed = streamText({ model: sdk.responses(MODEL), prompt: 'draw', ...options })
    expect([await streamed.text, (await streamed.sources).length]).toEqual([TEXT, 1])
  })

  it('comes back with the seals of its calls', async () => {
    await generateText({ model: sdk.responses(MODEL), prompt: 'Weather', tools: weatherTools, stopWhen: stepCountIs(2), ...options })
    expect(earlierParts()).toEqual([SEALED_CALL])
  })
})

describe('a search that nobody would run', () => {
  it('is refused by name, in a chat and as a response', async () => {
    const calls = [
      client.chat.completions.create({ model: MODEL, messages: [user('hi')], web_search_options: {} }),
      client.responses.create({ model: MODEL, input: 'hi', tools: [{ type: 'web_search' }] }),
    ]
    const errors = await Promise.all(calls.map((call) => call.then(() => undefined).catch((error: unknown) => error)))
    expect(errors.map((error) => error instanceof OpenAI.APIError && [error.status, error.param])).toEqual([
      [400, 'web_search_options'],
      [400, 'tools[0]'],
    ])
  })
})
