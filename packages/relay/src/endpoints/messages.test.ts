import { describe, expect, it } from 'bun:test'
import type { RelayReply } from '../reply.ts'
import { chatReply, openHarness, sse } from '../testing/harness.ts'

const USAGE = { input_tokens: 3, cache_read_input_tokens: 5, cache_creation_input_tokens: 2, output_tokens: 4 }
const whole = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  content: [{ type: 'text', text: 'hello' }],
  stop_reason: 'end_turn',
  usage: USAGE,
}

const event = (type: string, payload: object = {}): string => `event: ${type}\n${sse({ type, ...payload })}`
const start = event('message_start', { message: { id: 'msg_1', usage: { ...USAGE, output_tokens: 1 } } })
const block = event('content_block_start', { index: 0, content_block: { type: 'text', text: '' } })
const delta = event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'hello' } })
const stop =
  event('content_block_stop', { index: 0 }) + event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 4 } })
const last = event('message_stop')
const overloaded = event('error', { error: { type: 'overloaded_error', message: 'Overloaded' } })

const textOf = async ({ body }: RelayReply): Promise<string> => await new Response(body as ReadableStream<Uint8Array>).text()
const jsonOf = async (reply: RelayReply): Promise<unknown> => JSON.parse(await textOf(reply))

describe("a message of an upstream that speaks Anthropic's wire", () => {
  it('passes as it is and costs what upstream reported, cached input in its classes', async () => {
    const price = { ratios: { model: 1, group: 1, completion: 2, cacheRead: 0.1, cacheWrite: 1.25 } }
    const test = openHarness({ replies: [{ body: whole }], hasOwnWires: true, price })
    expect(await jsonOf(await test.message({}))).toEqual(whole)
    // 3 + 5 × 0.1 + 2 × 1.25 + 4 × 2 = 14
    expect(test.events).toEqual(['hold', 'send:1/messages', 'settle:14'])
    expect(test.records[0]).toMatchObject({ promptTokens: 10, completionTokens: 4, outcome: 'ok' })
  })

  it('passes as a stream wherever its bytes are split, its last event after the charge', async () => {
    const bytes = new TextEncoder().encode(start + block + delta + stop + last)
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const test = openHarness({ replies: [{ chunks: [bytes.slice(0, cut), bytes.slice(cut)] }], hasOwnWires: true })
      expect(await textOf(await test.message({ stream: true }))).toBe(start + block + delta + stop + last)
      expect(test.events.at(-1)).toBe('settle:18')
    }
  })

  it('is asked of the next channel when it fails before its first word, and charged once', async () => {
    const replies = [{ chunks: [start, block, overloaded] }, { chunks: [start, block, delta, stop, last] }]
    const test = openHarness({ replies, channels: [{}, {}], retryTimes: 1, hasOwnWires: true })
    expect(await textOf(await test.message({ stream: true }))).toBe(start + block + delta + stop + last)
    expect(test.events).toEqual(['hold', 'send:1/messages', 'send:2/messages', 'settle:18'])
  })

  it('is charged once when the next channel speaks another wire', async () => {
    const replies = [{ status: 500 }, chatReply({ prompt_tokens: 10, completion_tokens: 4 })]
    const test = openHarness({ replies, channels: [{}, { type: 2 }], retryTimes: 1, hasOwnWires: true })
    expect(await jsonOf(await test.message({}))).toMatchObject({ type: 'message', usage: { input_tokens: 10, output_tokens: 4 } })
    expect([test.events, test.records.length]).toEqual([['hold', 'send:1/messages', 'send:2', 'settle:18'], 1])
  })

  it('ends with an error event when it breaks off, and what was said is charged', async () => {
    const test = openHarness({ replies: [{ chunks: [start, block, delta] }], hasOwnWires: true })
    const stream = await textOf(await test.message({ stream: true }))
    const [, told = ''] = stream.split('event: error\ndata: ')
    expect(JSON.parse(told)).toMatchObject({ type: 'error', error: { type: 'api_error' }, request_id: 'r' })
    expect(test.records[0]).toMatchObject({ outcome: 'cut', promptTokens: 10, completionTokens: 5 })
  })

  it.each([
    ['rate_limit_error', 'rate_limit_error'],
    ['too_many_calls', 'overloaded_error'],
    ['timeout_error', 'timeout_error'],
    ['insufficient_quota', 'api_error'],
  ])('that ends with %p is broken off as %p', async (type, told) => {
    const test = openHarness({ replies: [{ chunks: [start, block, delta, event('error', { error: { type } })] }], hasOwnWires: true })
    const stream = await textOf(await test.message({ stream: true }))
    expect(JSON.parse(stream.split('event: error\ndata: ')[1] ?? '')).toMatchObject({ error: { type: told } })
    expect(test.records[0]).toMatchObject({ outcome: 'cut', completionTokens: 5 })
  })

  it('that is an error, or no message, is no answer', async () => {
    for (const body of [{ type: 'error', error: { type: 'overloaded_error' } }, { type: 'message' }, {}]) {
      const test = openHarness({ replies: [{ body }], hasOwnWires: true })
      expect((await test.message({})).status).toBe(502)
      expect(test.events.at(-1)).toBe('release')
    }
  })
})

describe('a message of an upstream that knows only chats', () => {
  it('ends with an error event when the chat breaks off', async () => {
    const words = sse({ choices: [{ index: 0, delta: { content: 'hello' } }] })
    const test = openHarness({ replies: [{ chunks: [words] }] })
    const stream = await textOf(await test.message({ stream: true }))
    expect(stream).toContain('event: error\ndata: {"type":"error","error":{"type":"api_error"')
    expect(stream).not.toContain('message_stop')
    expect(test.records[0]?.outcome).toBe('cut')
  })

  it('tells limits in the headers of its wire', async () => {
    const limits = { perToken: { requestsPerMinute: 5, tokensPerMinute: 0, parallel: 0 } }
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })], limits })
    const { headers } = await test.message({})
    expect(headers).toMatchObject({ 'anthropic-ratelimit-requests-limit': '5', 'anthropic-ratelimit-requests-remaining': '4' })
    expect(headers).not.toHaveProperty('x-ratelimit-limit-requests')
  })
})

describe('a count of tokens', () => {
  it("is upstream's own where it has one, and moves no money", async () => {
    const test = openHarness({ replies: [{ body: { input_tokens: 42 } }], hasOwnWires: true })
    const reply = await test.count({})
    expect([await jsonOf(reply), reply.headers, test.events]).toEqual([
      { input_tokens: 42 },
      { 'content-type': 'application/json; charset=utf-8' },
      ['send:1/count'],
    ])
  })

  it('is ours where upstream has none, or does not answer', async () => {
    const none = openHarness({ replies: [] })
    expect([(await none.count({})).headers, none.events]).toEqual([
      { 'content-type': 'application/json; charset=utf-8', 'x-weir-estimate': 'true' },
      [],
    ])
    const broken = openHarness({ replies: [{ status: 500 }], hasOwnWires: true })
    expect([(await broken.count({})).headers['x-weir-estimate'], broken.events]).toEqual(['true', ['send:1/count']])
  })

  it('is refused as upstream refuses it', async () => {
    const error = { type: 'invalid_request_error', message: 'messages: roles must alternate' }
    const test = openHarness({ replies: [{ status: 400, body: { type: 'error', error } }], hasOwnWires: true })
    expect(await jsonOf(await test.count({}))).toMatchObject({
      type: 'error',
      error: { message: expect.stringContaining('roles must alternate') },
    })
  })

  it('says nothing of how fast the channel answers, or whether it does', async () => {
    const measured = { channelId: 1, model: 'm', isStream: false }
    const busy = { status: 500, body: {} }
    const answer = {
      type: 'message',
      role: 'assistant',
      content: [],
      stop_reason: 'end_turn',
      usage: { input_tokens: 1, output_tokens: 1 },
    }
    const replies = [{ body: { input_tokens: 42 } }, busy, busy, busy, busy, busy, busy, busy, busy, busy, busy, { body: answer }]
    const test = openHarness({ replies, hasOwnWires: true })
    for (let at = 0; at < 11; at++) await test.count({})
    expect([test.firstBytes.of(measured), test.circuits.openCount(), test.health.length]).toEqual([undefined, 0, 11])
    await test.message({})
    expect(test.firstBytes.of(measured)).toBe(250)
  })

  it('counts as a request under the limits', async () => {
    const limits = { perToken: { requestsPerMinute: 1, tokensPerMinute: 0, parallel: 0 } }
    const test = openHarness({ replies: [], limits })
    await test.count({})
    expect(test.count({})).rejects.toThrow('limited')
  })
})
