import { describe, expect, it } from 'bun:test'
import type { RelayReply } from '../reply.ts'
import { RelayRefusal } from '../refusal.ts'
import { chatReply, sse, openHarness } from '../testing/harness.ts'

const USAGE = { input_tokens: 10, input_tokens_details: { cached_tokens: 4 }, output_tokens: 4 }
const whole = { id: 'resp_1', object: 'response', status: 'completed', output: [], usage: USAGE }
const event = (type: string, payload: object = {}): string => `event: ${type}\n${sse({ type, ...payload })}`
const begun = event('response.created', { response: { id: 'resp_1', status: 'in_progress' } })
const delta = event('response.output_text.delta', { item_id: 'msg_1', delta: 'hello' })
const completed = event('response.completed', { response: whole })
const failed = event('response.failed', { response: { id: 'resp_1', status: 'failed', error: { code: 'server_error', message: 'no' } } })

const textOf = async ({ body }: RelayReply): Promise<string> => await new Response(body as ReadableStream<Uint8Array>).text()
const lastEvent = (stream: string): unknown => JSON.parse(stream.trimEnd().split('\ndata: ').at(-1) ?? '')

/** Ids of answers are told under the names of the user and the channel; nothing else of the bytes changes. */
const told = (text: string, channel = 1): string => text.replaceAll('"resp_1"', `"resp_of-5-${channel}-m-resp_1"`)

describe('a response of an upstream that serves the endpoint itself', () => {
  it('passes as it is and costs what upstream reported', async () => {
    const test = openHarness({ replies: [{ body: whole }], hasOwnWires: true })
    const reply = await test.respond({ conversation: 'conv_0' })
    expect(await textOf(reply)).toBe(told(JSON.stringify(whole)))
    expect(test.sent[0]).toEqual({ model: 'm', input: 'hi', conversation: 'conv_0' })
    expect(test.events).toEqual(['hold', 'send:1/responses', 'settle:18'])
    expect(test.records[0]).toMatchObject({ promptTokens: 10, completionTokens: 4, outcome: 'ok' })
  })

  it('is refused by its field where it cannot be read, before anything is held', async () => {
    const test = openHarness({ replies: [], hasOwnWires: true })
    const refusal: unknown = await test.respond({ input: 7 }).catch((error: unknown) => error)
    expect(refusal).toMatchObject({ kind: 'invalid-request', status: 400 })
    expect(test.events).toEqual([])
  })

  it('passes as a stream wherever its bytes are split, its last event after the charge', async () => {
    const bytes = new TextEncoder().encode(begun + delta + completed)
    for (let cut = 1; cut < bytes.length; cut++) {
      const test = openHarness({ replies: [{ chunks: [bytes.slice(0, cut), bytes.slice(cut)] }], hasOwnWires: true })
      expect(await textOf(await test.respond({ stream: true }))).toBe(told(begun + delta + completed))
      expect(test.events.at(-1)).toBe('settle:18')
    }
  })

  it('is asked of the next channel when it fails before its first word', async () => {
    const replies = [{ chunks: [begun, failed] }, { chunks: [begun, delta, completed] }]
    const test = openHarness({ replies, channels: [{}, {}], retryTimes: 1, hasOwnWires: true })
    expect(await textOf(await test.respond({ stream: true }))).toBe(told(begun + delta + completed, 2))
  })

  it('ends as failed when it breaks off, and what was said is charged', async () => {
    const test = openHarness({ replies: [{ chunks: [begun, delta] }], hasOwnWires: true })
    const stream = await textOf(await test.respond({ stream: true }))
    expect(lastEvent(stream)).toMatchObject({
      type: 'response.failed',
      sequence_number: 2,
      response: { id: 'resp_of-5-1-m-resp_1', status: 'failed' },
    })
    expect(test.records[0]).toMatchObject({ outcome: 'cut', completionTokens: 5 })
  })

  it('is asked for as a chat where the path is missing, and not where the model is', async () => {
    const test = openHarness({ replies: [{ status: 404 }, chatReply({ prompt_tokens: 10, completion_tokens: 4 })], hasOwnWires: true })
    expect(JSON.parse(await textOf(await test.respond({})))).toMatchObject({ object: 'response', status: 'completed' })
    expect(test.events).toEqual(['hold', 'send:1/responses', 'send:1', 'settle:18'])
    const missing = openHarness({ replies: [{ status: 404, body: { error: { code: 'model_not_found' } } }], hasOwnWires: true })
    await missing.respond({})
    expect(missing.events).toEqual(['hold', 'send:1/responses', 'release'])
  })

  it('is charged once when the next channel speaks another wire', async () => {
    const replies = [{ status: 500 }, chatReply({ prompt_tokens: 10, completion_tokens: 4 })]
    const test = openHarness({ replies, channels: [{}, { type: 2 }], retryTimes: 1, hasOwnWires: true })
    expect(JSON.parse(await textOf(await test.respond({})))).toMatchObject({ object: 'response', usage: { input_tokens: 10 } })
    expect(test.events).toEqual(['hold', 'send:1/responses', 'send:2', 'settle:18'])
    expect(test.records).toHaveLength(1)
  })

  it('is asked first of a channel that serves it, inside a priority', async () => {
    const test = openHarness({ replies: [{ body: whole }], channels: [{ type: 2, priority: 0 }, { priority: 0 }], hasOwnWires: true })
    await textOf(await test.respond({}))
    expect(test.events).toEqual(['hold', 'send:2/responses', 'settle:18'])
  })

  it('that holds an error or nothing is no answer', async () => {
    for (const body of [{ status: 'failed', error: { code: 'server_error' }, output: [] }, { status: 'failed', output: [] }, {}]) {
      const test = openHarness({ replies: [{ body }], hasOwnWires: true })
      expect((await test.respond({})).status).toBe(502)
      expect(test.events.at(-1)).toBe('release')
    }
  })
})

describe('a response of an upstream that knows only chats', () => {
  const chunk = (over: object) => sse({ choices: [{ index: 0, delta: {}, ...over }] })
  const words = chunk({ delta: { role: 'assistant', content: 'hello' } })
  const finish = chunk({ finish_reason: 'stop' })
  const usage = sse({ choices: [], usage: { prompt_tokens: 10, completion_tokens: 4 } })

  it('is asked for with the usage, and told with it', async () => {
    const test = openHarness({ replies: [{ chunks: [words, finish, usage, 'data: [DONE]\n\n'] }] })
    const stream = await textOf(await test.respond({ stream: true }))
    expect(test.sent[0]).toMatchObject({ messages: [{ role: 'user', content: 'hi' }], stream_options: { include_usage: true } })
    expect(lastEvent(stream)).toMatchObject({
      type: 'response.completed',
      response: { id: 'resp_r', model: 'm', output: [{ content: [{ text: 'hello' }] }], usage: { input_tokens: 10, output_tokens: 4 } },
    })
    expect(test.events.at(-1)).toBe('settle:18')
  })

  it('ends as failed when the chat breaks off', async () => {
    const test = openHarness({ replies: [{ chunks: [words] }] })
    const stream = await textOf(await test.respond({ stream: true }))
    expect(lastEvent(stream)).toMatchObject({ type: 'response.failed', response: { status: 'failed', error: { code: 'bad_response' } } })
    expect(test.records[0]?.outcome).toBe('cut')
  })

  it('is refused where something would have to be remembered, without a call or a charge', async () => {
    const test = openHarness({ replies: [] })
    const reply = await test.respond({ previous_response_id: 'resp_0' })
    expect([reply.status, (await textOf(reply)).includes('previous_response_id'), test.events]).toEqual([400, true, ['hold', 'release']])
  })

  it('is refused with a search that nobody would run, by its name and without a call or a charge', async () => {
    const test = openHarness({ replies: [] })
    const reply = await test.respond({ tools: [{ type: 'web_search' }] })
    const text = await textOf(reply)
    expect([reply.status, text.includes('web_search'), text.includes('tools[0]'), test.events]).toEqual([
      400,
      true,
      true,
      ['hold', 'release'],
    ])
  })

  it('leaves what a chat has no place for in the log', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })] })
    await test.respond({ tools: [{ type: 'web_search', external_web_access: false }], max_tool_calls: 3 })
    expect(test.records[0]?.detail).toMatchObject({ dropped: ['tools[0]', 'max_tool_calls'] })
  })

  it('tells the caller what was left out', async () => {
    const test = openHarness({ replies: [chatReply({ prompt_tokens: 1, completion_tokens: 1 })] })
    const { headers } = await test.respond({ tools: [{ type: 'local_shell' }], max_tool_calls: 3 })
    expect(headers['x-weir-dropped']).toBe('tools[0], max_tool_calls')
  })

  it('is refused at the door for a wrong field', () => {
    expect(openHarness({ replies: [] }).respond({ background: true })).rejects.toBeInstanceOf(RelayRefusal)
  })
})
