import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import Anthropic from '@anthropic-ai/sdk'
import { generateText, stepCountIs } from 'ai'
import { DEFAULT_TEXT, DEFAULT_USAGE } from '../fake-upstream/behaviour.ts'
import { WEATHER_TOOL } from '../fake-upstream/script.ts'
import { CLAUDE_SEAL } from '../fake-upstream/wires/anthropic.ts'
import { weatherTools } from './ai-sdk-clients.ts'
import { PNG, weatherOf, weatherParameters } from './conversation.ts'
import { effectOf, settledSelf } from './effect.ts'
import { azure, openWires, sealingGemini, wires, type Wire, type WireStand } from './openai-wires.ts'

const anthropic = wires.find(({ name }) => name === 'Anthropic') ?? azure
const all: readonly Wire[] = [anthropic, azure, sealingGemini]
const named = (list: readonly Wire[]) => list.map((wire) => [wire.name, wire] as const)

const MARK = { type: 'ephemeral' as const, ttl: '1h' as const }
const BETAS = 'interleaved-thinking-2025-05-14,fine-grained-tool-streaming-2025-05-14'
const tools: Anthropic.Tool[] = [{ name: WEATHER_TOOL, description: 'The weather', input_schema: weatherParameters, cache_control: MARK }]
const system = [{ type: 'text' as const, text: 'You know the weather.', cache_control: MARK }]
const user = (content: Anthropic.MessageParam['content']): Anthropic.MessageParam => ({ role: 'user', content })
const textOf = ({ content }: Anthropic.Message): string => content.map((block) => (block.type === 'text' ? block.text : '')).join('')

let stand: WireStand
let client: Anthropic

beforeAll(async () => {
  stand = await openWires(all)
  const defaultHeaders = { 'anthropic-beta': BETAS }
  client = new Anthropic({
    baseURL: stand.baseUrl.replace(/\/v1$/, ''),
    authToken: stand.apiKey,
    apiKey: null,
    maxRetries: 0,
    defaultHeaders,
  })
})

afterAll(() => stand.close())

/** As a coding agent asks: marked system blocks and tools, a budget for thoughts, an account and a session. */
const agentCall = (model: string, messages: Anthropic.MessageParam[]) => ({
  model,
  max_tokens: 4000,
  system,
  messages,
  tools,
  thinking: { type: 'enabled' as const, budget_tokens: 2000 },
  metadata: { user_id: `user_${'0'.repeat(64)}_account__session_${'1'.repeat(36)}` },
})

const talk = async (model: string, isStream: boolean) => {
  const messages = [user('Weather in Köln and Paris, then Oslo')]
  const replies: Anthropic.Message[] = []
  for (;;) {
    const body = agentCall(model, messages)
    const reply = isStream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body)
    replies.push(reply)
    const calls = reply.content.filter((block) => block.type === 'tool_use')
    if (calls.length === 0) return replies
    messages.push({ role: 'assistant', content: reply.content })
    const results = calls.map((call) => ({
      type: 'tool_result' as const,
      tool_use_id: call.id,
      content: [{ type: 'text' as const, text: weatherOf(JSON.stringify(call.input)) }],
    }))
    messages.push(user(results))
  }
}

describe.each(named(all))('a coding agent over %s', (_, wire) => {
  it.each([false, true])('thinks, calls tools and sends everything back unchanged, streamed: %p', async (isStream) => {
    const replies = await talk(wire.model, isStream)
    expect(replies.map(({ stop_reason: reason }) => reason)).toEqual(['tool_use', 'tool_use', 'end_turn'])
    expect(textOf(replies.at(-1) as Anthropic.Message)).toBe('Forecast: rain in Köln; rain in Paris; rain in Oslo')
    expect(stand.fakeOf(wire).refusals).toEqual([])
    const [first] = replies
    const seals = first?.content.flatMap((block) => (block.type === 'thinking' ? [block.signature] : []))
    expect(seals).toEqual(wire === anthropic ? [CLAUDE_SEAL] : [])
  })

  it('works in the AI SDK as well', async () => {
    const model = createAnthropic({ baseURL: stand.baseUrl, apiKey: stand.apiKey })(wire.model)
    const prompt = 'Weather in Köln and Paris, then Oslo'
    const { text } = await generateText({
      model,
      tools: weatherTools,
      prompt,
      stopWhen: stepCountIs(5),
      maxRetries: 0,
      maxOutputTokens: 4000,
      providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 2000 } } },
    })
    expect([text, stand.fakeOf(wire).refusals]).toEqual(['Forecast: rain in Köln; rain in Paris; rain in Oslo', []])
  })
})

it.each(named([anthropic, azure]))('%s sees a picture that a tool has made, and an error', async (_, wire) => {
  const image = { type: 'image' as const, source: { type: 'base64' as const, media_type: 'image/png' as const, data: PNG } }
  const used = (id: string) => ({ type: 'tool_use' as const, id, name: WEATHER_TOOL, input: { city: 'Oslo', days: 1 } })
  const messages = [
    user('Weather in Oslo and Rome'),
    { role: 'assistant' as const, content: [used('toolu_1'), used('toolu_2')] },
    user([
      { type: 'tool_result', tool_use_id: 'toolu_1', content: [{ type: 'text', text: 'a map' }, image] },
      { type: 'tool_result', tool_use_id: 'toolu_2', content: 'no such place', is_error: true },
    ]),
  ]
  const reply = await client.messages.create({ model: wire.model, max_tokens: 100, messages, tools })
  const told = { Anthropic: 'Forecast: a map; no such place', Azure: 'An image of 70 bytes, image/png.' }
  expect(textOf(reply)).toBe(told[wire.name as keyof typeof told])
})

describe('a cached prompt', () => {
  const body = { model: anthropic.model, max_tokens: 100, system, messages: [user('hello')] }

  it.each([false, true])('is told in its classes and costs what they cost, streamed: %p', async (isStream) => {
    const { value, spent, log } = await effectOf(stand.root, () =>
      isStream ? client.messages.stream(body).finalMessage() : client.messages.create(body),
    )
    expect(value.usage).toMatchObject({
      input_tokens: 21,
      cache_read_input_tokens: 100,
      cache_creation_input_tokens: 40,
      cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 30 },
      output_tokens: 13,
    })
    // At $3, $0.30, $3.75, $6 and $15 a million, and two dollars a million for a unit: 31.5 + 15 + 18.75 + 90 + 97.5, rounded up.
    expect([spent, log.quota, log.prompt_tokens, log.completion_tokens]).toEqual([253, 253, 161, 13])
  })
})

describe('what costs nothing', () => {
  it("counts tokens by upstream's own count, or by ours", async () => {
    const before = await settledSelf(stand.root)
    const count = async (wire: Wire) => {
      const { data, response } = await client.messages
        .countTokens({ model: wire.model, system, messages: [user('hello')], tools })
        .withResponse()
      return [data.input_tokens, response.headers.get('x-weir-estimate')] as const
    }
    expect(await count(anthropic)).toEqual([DEFAULT_USAGE.prompt_tokens, null])
    const [ours, isEstimate] = await count(azure)
    expect([ours > 20 && ours < 200, isEstimate]).toEqual([true, 'true'])
    expect((await settledSelf(stand.root)).quota).toBe(before.quota)
  })

  it('lists the models, page by page, and one of them', async () => {
    const ids: string[] = []
    for await (const model of client.models.list({ limit: 1 })) ids.push(model.id)
    expect(ids.toSorted()).toEqual(all.map(({ model }) => model).toSorted())
    expect(await client.models.retrieve(anthropic.model)).toMatchObject({ type: 'model', id: anthropic.model })
    const missing: unknown = await client.models.retrieve('none').catch((error: unknown) => error)
    expect(missing).toBeInstanceOf(Anthropic.NotFoundError)
  })
})

describe('refusals', () => {
  it('are errors that the package knows', async () => {
    const asked: Anthropic.MessageCreateParamsNonStreaming = { model: azure.model, max_tokens: 10, messages: [user('hello')] }
    const refusal = (over: object, options: object = {}): Promise<unknown> =>
      new Anthropic({ baseURL: stand.baseUrl.replace(/\/v1$/, ''), apiKey: stand.apiKey, maxRetries: 0, ...options }).messages
        .create({ ...asked, ...over })
        .catch((error: unknown) => error)
    expect(await refusal({}, { apiKey: 'sk-wrong' })).toBeInstanceOf(Anthropic.AuthenticationError)
    expect(await refusal({ max_tokens: -5 })).toBeInstanceOf(Anthropic.BadRequestError)
    expect(await refusal({ tools: [{ type: 'web_search_20250305', name: 'web_search' }] })).toBeInstanceOf(Anthropic.BadRequestError)
    const answered = await client.messages.create({ model: azure.model, max_tokens: 10, messages: [user('hello')] })
    expect(textOf(answered)).toBe(DEFAULT_TEXT)
  })
})
