import { describe, expect, it } from 'bun:test'
import { decoded } from '@weir/dialects/model/event'
import type { NativeWire } from '@weir/dialects/model/provider'
import { relayChat } from './endpoints/chat.ts'
import type { Ports, Send } from './ports.ts'
import { authenticate } from './stages/authenticate.ts'
import { chatReply, openHarness } from './testing/harness.ts'

const USAGE = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }
const OURS = 'resp_of-5-1-m-resp_1'
const answer = { id: 'resp_1', object: 'response', status: 'completed', output: [], usage: { input_tokens: 1, output_tokens: 1 } }
const message = {
  type: 'message',
  content: [{ type: 'text', text: 'a' }],
  stop_reason: 'end_turn',
  usage: { input_tokens: 1, output_tokens: 1 },
}
const native: NativeWire = {
  kind: 'native',
  decode: (text) => decoded({ text, reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined }),
  openStream: () => ({ push: () => [], end: () => [] }),
}
const wasAborted = (line: ReturnType<typeof openHarness>) => line.upstreamSignals.map(({ aborted }) => aborted)

describe('a connection whose reply was read to its end is left alone', () => {
  it('after a chat', async () => {
    const line = openHarness({ replies: [chatReply(USAGE)] })
    await line.call({ model: 'm' })
    expect(wasAborted(line)).toEqual([false])
  })

  it('after a chat that was translated', async () => {
    const line = openHarness({ replies: [{ body: {} }], nativeWire: native })
    await line.call({ model: 'm' })
    expect(wasAborted(line)).toEqual([false])
  })

  it('after a response, a message and a count', async () => {
    const replies = [{ body: answer }, { body: message }, { body: { input_tokens: 4 } }]
    const line = openHarness({ replies, hasOwnWires: true })
    await line.respond({})
    await line.message({})
    await line.count({})
    expect(wasAborted(line)).toEqual([false, false, false])
  })

  it('after an answer that upstream keeps', async () => {
    const line = openHarness({ replies: [{ body: answer }], hasOwnWires: true })
    await line.kept({ method: 'GET', id: OURS })
    expect(wasAborted(line)).toEqual([false])
  })
})

it('a connection that failed is given up', async () => {
  const line = openHarness({ replies: [{ status: 500 }] })
  await line.call({ model: 'm' })
  expect(wasAborted(line)).toEqual([true])
})

describe('a whole reply', () => {
  const typeOf = ({ headers }: { readonly headers: Readonly<Record<string, string>> }) => headers['content-type']

  it('is JSON in UTF-8, whatever upstream calls it', async () => {
    const JSON_TYPE = 'application/json; charset=utf-8'
    const chat = openHarness({ replies: [chatReply(USAGE)] })
    const translated = openHarness({ replies: [{ body: {} }], nativeWire: native })
    const own = openHarness({ replies: [{ body: answer }, { body: message }, { body: answer }], hasOwnWires: true })
    expect([
      typeOf(await chat.call({ model: 'm' })),
      typeOf(await translated.call({ model: 'm' })),
      typeOf(await own.respond({})),
      typeOf(await own.message({})),
      typeOf(await own.kept({ method: 'GET', id: OURS })),
    ]).toEqual([JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE, JSON_TYPE])
  })
})

describe('a hold that cannot be given back', () => {
  it('is not passed over in silence', async () => {
    const line = openHarness({ replies: [], bugIn: 'encoder' })
    const ports = { ...line.ports, ledger: { ...line.ports.ledger, release: () => Promise.reject(new Error('no database')) } }
    const rawBody = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
    const caller = await authenticate('Bearer sk-KEY', '192.0.2.1', ports)
    expect(await relayChat({ ...line.inputOf(), rawBody }, caller, ports).catch(String)).toBe('Error: no database')
  })
})

describe('the time that upstream asks for', () => {
  it.each([
    ['7', 7000],
    ['0.5', 500],
    ['0', 0],
    ['-1', undefined],
    ['soon', undefined],
    ['Infinity', undefined],
    // The clock of these tests stands at 00:16:40.4.
    ['Thu, 01 Jan 1970 00:16:49 GMT', 8600],
    ['Thu, 01 Jan 1970 00:16:40 GMT', undefined],
    [undefined, undefined],
  ])('as %p is believed as %p', async (retryAfter, ms) => {
    const line = openHarness({ replies: [{ status: 500 }] })
    const told: unknown[] = []
    const circuits: Ports['circuits'] = { ...line.ports.circuits, record: (event) => void told.push(event.retryAfterMs) }
    const send: Send = () =>
      Promise.resolve({ status: 500, headers: new Headers(retryAfter === undefined ? {} : { 'retry-after': retryAfter }), body: null })
    const ports = { ...line.ports, circuits, send }
    const rawBody = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
    await relayChat({ ...line.inputOf(), rawBody }, await authenticate('Bearer sk-KEY', '192.0.2.1', ports), ports)
    expect(told).toEqual([ms])
  })
})
