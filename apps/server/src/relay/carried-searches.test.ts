import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { LogType } from '@weir/contract/log'
import type { CallerWire } from '@weir/dialects/model/caller-wire'
import { callerWires } from '@weir/relay/caller-wires'
import { relayChat } from '@weir/relay/endpoints/chat'
import { relayWire } from '@weir/relay/endpoints/wire'
import type { RelayReply } from '@weir/relay/reply'
import { authenticate } from '@weir/relay/stages/authenticate'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { openRelayHarness, type RelayHarness } from '../testing/relay-harness.ts'

const CLAUDE = 'claude-sonnet-4-5'
const GEMINI_2 = 'gemini-2.5-flash'
const GEMINI_3 = 'gemini-3-flash-preview'
const DEEPSEEK = 'deepseek-chat'
const KEY = 'k'.repeat(48)
const URL = 'https://river.test/'

let harness: RelayHarness
let userId: number
let count = 0

beforeAll(async () => {
  harness = await openRelayHarness()
  await harness.addChannel({ type: 14, models: CLAUDE })
  await harness.addChannel({ type: 24, models: `${GEMINI_2},${GEMINI_3}` })
  await harness.addChannel({ type: 36, models: DEEPSEEK })
  userId = await harness.store.users.create({ username: 'finder', passwordHash: '', displayName: '', role: 1, startQuota: 1_000_000_000 })
  await harness.store.tokens.create(userId, KEY, { name: 't', expiredTime: -1, remainQuota: 0, isUnlimited: true, models: '', subnet: '' })
})
afterAll(() => harness.close())

const claudeAnswer = (searches: number) => ({
  body: {
    type: 'message',
    content: [
      { type: 'server_tool_use', id: 's', name: 'web_search', input: { query: 'rivers' } },
      { type: 'web_search_tool_result', tool_use_id: 's', content: [{ type: 'web_search_result', url: URL, title: 'Rivers' }] },
      { type: 'text', text: 'It flows.', citations: [{ type: 'web_search_result_location', url: URL, title: 'Rivers' }] },
    ],
    stop_reason: 'end_turn',
    usage: { input_tokens: 1000, output_tokens: 100, server_tool_use: { web_search_requests: searches } },
  },
})

const geminiAnswer = (queries: readonly string[]) => ({
  body: {
    candidates: [
      {
        content: { role: 'model', parts: [{ text: 'It flows.' }] },
        finishReason: 'STOP',
        ...(queries.length > 0 && {
          groundingMetadata: {
            webSearchQueries: queries,
            groundingChunks: [{ web: { uri: URL, title: 'Rivers' } }],
            groundingSupports: [{ segment: { startIndex: 0, endIndex: 9 }, groundingChunkIndices: [0] }],
          },
        }),
      },
    ],
    usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 100, totalTokenCount: 1100 },
  },
})

interface Served {
  readonly status: number
  readonly body: Record<string, unknown>
  readonly sent: Record<string, unknown>
  readonly charged: number
}

const ask = async (wire: CallerWire | 'chat', body: object, model: string): Promise<Served> => {
  const rows = async () => await harness.store.logs.listOwn(userId, { type: LogType.consume }, { offset: 0, limit: 1 })
  const caller = await authenticate(`Bearer sk-${KEY}`, '192.0.2.1', harness.ports)
  const envelope = wire === 'chat' ? chatEnvelope : wire
  const input = {
    address: '192.0.2.1',
    requestId: `s${++count}`,
    language: 'en' as const,
    envelope,
    signal: new AbortController().signal,
    rawBody: JSON.stringify(wire !== 'chat' && wire.id === 'gemini' ? body : { model, ...body }),
  }
  const asked = { model, isStream: false, query: '' }
  const reply: RelayReply =
    wire === 'chat'
      ? await relayChat(input, caller, harness.ports)
      : await relayWire({ ...input, wire, headers: {}, ...(wire.id === 'gemini' && { asked }) }, caller, harness.ports)
  const text = await new Response(reply.body).text()
  return {
    status: reply.status,
    body: JSON.parse(text) as Record<string, unknown>,
    sent: JSON.parse(String(harness.requests.at(-1)?.body)) as Record<string, unknown>,
    charged: (await rows())[0]?.quota ?? Number.NaN,
  }
}

const { messages, responses, gemini } = callerWires
const searchTool = { type: 'web_search_20250305', name: 'web_search', max_uses: 5 }
const asMessage = { max_tokens: 500, messages: [{ role: 'user', content: 'hi' }], tools: [searchTool] }
const asContent = { contents: [{ role: 'user', parts: [{ text: 'hi' }] }], tools: [{ googleSearch: {} }] }
const asChat = { messages: [{ role: 'user', content: 'hi' }], web_search_options: {} }

/** Dollars a million tokens: 3 in and 15 out, and a cent a search. A dollar is 500 000 units. */
const CLAUDE_UNITS = 1000 * 1.5 + 100 * 7.5
const SEARCH_UNITS = 5000
/** 0.30 in and 2.50 out, and 3.5 cents an answer that rests on a search, whatever the number of its queries. */
const GEMINI_2_UNITS = 1000 * 0.15 + 100 * 1.25
const GROUNDED_UNITS = 17_500

describe('a search that is carried to another wire', () => {
  it('is Claude’s own for a chat, a response and a call of Google’s, charged by its count', async () => {
    harness.upstream = () => claudeAnswer(2)
    const price = CLAUDE_UNITS + 2 * SEARCH_UNITS
    const cases = [
      await ask('chat', asChat, CLAUDE),
      await ask(responses, { input: 'hi', tools: [{ type: 'web_search' }] }, CLAUDE),
      await ask(gemini, asContent, CLAUDE),
    ]
    for (const { status, body, sent, charged } of cases) {
      expect([status, sent['tools'], charged]).toEqual([200, [{ type: 'web_search_20250305', name: 'web_search' }], price])
      expect(JSON.stringify(body)).toContain(URL)
    }
    expect(cases[1]?.body).toMatchObject({
      output: [
        { type: 'web_search_call', status: 'completed', action: { type: 'search', query: 'rivers' } },
        { content: [{ text: 'It flows.', annotations: [{ type: 'url_citation', url: URL, title: 'Rivers' }] }] },
      ],
    })
    expect(cases[2]?.body).toMatchObject({ candidates: [{ groundingMetadata: { groundingChunks: [{ web: { uri: URL } }] } }] })
  })

  it('is Google’s own for a message, told in Anthropic’s form and charged by the answer up to the second generation', async () => {
    harness.upstream = () => geminiAnswer(['rivers', 'weirs'])
    const { status, body, sent, charged } = await ask(messages, asMessage, GEMINI_2)
    expect([status, sent['tools'], charged]).toEqual([200, [{ googleSearch: {} }], GEMINI_2_UNITS + GROUNDED_UNITS])
    expect(body).toMatchObject({
      content: [{ type: 'text', text: 'It flows.', citations: [{ type: 'web_search_result_location', url: URL, title: 'Rivers' }] }],
      usage: { server_tool_use: { web_search_requests: 2 } },
    })
  })

  it('is charged by the query from the third generation on', async () => {
    harness.upstream = () => geminiAnswer(['rivers', 'weirs'])
    const searched = await ask(messages, asMessage, GEMINI_3)
    harness.upstream = () => geminiAnswer([])
    const unsearched = await ask(messages, asMessage, GEMINI_3)
    // 1.4 cents each; a model that did not search has sold none.
    expect(searched.charged - unsearched.charged).toBe(2 * 7000)
  })

  it('costs nothing where the model did not search', async () => {
    harness.upstream = () => ({ body: { ...claudeAnswer(0).body, content: [{ type: 'text', text: 'It flows.' }] } })
    expect((await ask('chat', asChat, CLAUDE)).charged).toBe(CLAUDE_UNITS)
    harness.upstream = () => geminiAnswer([])
    expect((await ask('chat', asChat, GEMINI_2)).charged).toBe(GEMINI_2_UNITS)
  })

  it('is refused by the name of the caller’s tool where upstream has none, or it has no price', async () => {
    const before = harness.requests.length
    const place = async (wire: CallerWire, body: object, model: string) => {
      const { status, body: told } = await ask(wire, body, model)
      return [status, JSON.stringify(told)]
    }
    expect(await place(messages, asMessage, DEEPSEEK)).toEqual([400, expect.stringContaining('tools[0]')])
    expect(await place(responses, { input: 'hi', tools: [{ type: 'web_search' }] }, DEEPSEEK)).toEqual([
      400,
      expect.stringContaining('The tool web_search has no price for this model'),
    ])
    expect(await place(gemini, asContent, DEEPSEEK)).toEqual([400, expect.stringContaining('googleSearch')])
    const both = { ...asMessage, tools: [searchTool, { name: 'f', input_schema: { type: 'object' } }] }
    expect(await place(messages, both, GEMINI_2)).toEqual([400, expect.stringContaining('cannot search and call functions in one request')])
    expect(harness.requests.length).toBe(before)
  })
})
