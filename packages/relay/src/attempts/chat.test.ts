import { describe, expect, it } from 'bun:test'
import type { SameWire } from '@weir/dialects/model/provider'
import { relayChat } from '../endpoints/chat.ts'
import { authenticate } from '../stages/authenticate.ts'
import { chatReply, openHarness, sse } from '../testing/harness.ts'

const words = sse({ id: 'c', choices: [{ index: 0, delta: { role: 'assistant', content: 'hi' }, finish_reason: null }] })
const finish = sse({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })
const usage = sse({ id: 'c', choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } })
const DONE = 'data: [DONE]\n\n'

const jsonOf = async (reply: Promise<{ readonly body: unknown }>): Promise<unknown> => JSON.parse((await reply).body as string)

describe('a stream from an upstream that knows nothing else', () => {
  const chunks = [words, finish, usage, DONE]

  it('is collected for a caller who wants the answer whole, and charged by its figures', async () => {
    const test = openHarness({ replies: [{ chunks }] })
    expect(await jsonOf(test.call({ model: 'm' }))).toMatchObject({
      object: 'chat.completion',
      choices: [{ message: { role: 'assistant', content: 'hi' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    })
    expect(test.records[0]).toMatchObject({ promptTokens: 3, completionTokens: 1, outcome: 'ok' })
  })

  it('is collected for a caller on another wire', async () => {
    const test = openHarness({ replies: [{ chunks }] })
    expect(await jsonOf(test.message({}))).toMatchObject({ type: 'message', content: [{ type: 'text', text: 'hi' }] })
  })

  it('is no answer when it was cut, or when several answers were asked for', async () => {
    const cut = openHarness({ replies: [{ chunks: [words] }] })
    expect((await cut.call({ model: 'm' })).status).toBe(502)
    const several = openHarness({ replies: [{ chunks }] })
    expect((await several.call({ model: 'm', n: 2 })).status).toBe(502)
  })
})

describe('an answer without choices', () => {
  const toldOf = async (body: object): Promise<readonly [number, readonly string[]]> => {
    const line = openHarness({ replies: [{ body }] })
    const { status } = await line.call({ model: 'm' })
    return [status, line.health]
  }

  it('is none, and says nothing of the channel where a filter may have taken them', async () => {
    expect(await toldOf({ choices: [] })).toEqual([502, []])
    expect(await toldOf({ choices: [], error: { message: 'busy' } })).toEqual([502, ['broken']])
    expect(await toldOf({ choices: null })).toEqual([502, ['broken']])
  })
})

describe('an answer that must be normalized', () => {
  it.each([
    [false, chatReply(undefined)],
    [true, { chunks: [words, finish, DONE] }],
  ])('may be told under the id of the request and its time, streamed: %p', async (stream, script) => {
    const line = openHarness({ replies: [script] })
    const heads: unknown[] = []
    const provider = line.ports.providerFor(1)
    if (provider?.chat === undefined) throw new Error('the scripted upstream has no chat')
    const openNormalizer: SameWire['openNormalizer'] = (_, head) => {
      heads.push(head)
      return { normalize: (json) => json }
    }
    const chat = { ...provider.chat, wire: { kind: 'same', openNormalizer } as const }
    const ports = { ...line.ports, providerFor: () => ({ ...provider, chat }) }
    const rawBody = JSON.stringify({ model: 'm', stream, messages: [{ role: 'user', content: 'hi' }] })
    await relayChat({ ...line.inputOf(), rawBody }, await authenticate('Bearer sk-KEY', '192.0.2.1', ports), ports)
    expect(heads).toEqual([{ id: `chatcmpl-${line.inputOf().requestId}`, created: 1000 }])
  })
})

describe('a stream under another type', () => {
  it.each(['text/plain', 'application/octet-stream', 'Text/Event-Stream', ''])('is a stream: %p', async (contentType) => {
    const test = openHarness({ replies: [{ chunks: [words, finish, DONE], contentType }] })
    expect(await test.readStream({ model: 'm', stream: true })).toBe(words + finish + DONE)
  })

  it('may be a whole answer, which the caller gets as a stream', async () => {
    const test = openHarness({
      replies: [{ ...(chatReply({ prompt_tokens: 3, completion_tokens: 1 }) as object), contentType: 'text/plain' }],
    })
    const text = await test.readStream({ model: 'm', stream: true })
    expect(text).toContain('"delta":{"role":"assistant","content":"hello"}')
    expect(text).toEndWith(DONE)
    expect(test.records[0]).toMatchObject({ promptTokens: 3, completionTokens: 1, outcome: 'ok' })
  })
})

describe('an error inside a reply that looked fine', () => {
  it('is found also where it is not called one', async () => {
    const test = openHarness({ replies: [{ body: { code: 'insufficient_quota', message: 'no money left' } }] })
    expect((await test.call({ model: 'm' })).status).toBe(502)
    expect(test.records[0]?.detail).toMatchObject({ attempts: [{ fault: 'out-of-credit', said: 'no money left' }] })
  })

  it('is told to the operator in its own words where it begins a stream', async () => {
    const test = openHarness({ replies: [{ chunks: [sse({ error: { message: 'too busy' } })] }] })
    await test.call({ model: 'm', stream: true })
    expect(test.records[0]?.detail).toMatchObject({ attempts: [{ fault: 'broken', said: 'too busy' }] })
  })
})
