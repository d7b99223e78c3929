import { describe, expect, it } from 'bun:test'
import { decoded } from '@weir/dialects/model/event'
import type { NativeWire } from '@weir/dialects/model/provider'
import { relayChat } from './endpoints/chat.ts'
import { RelayRefusal } from './refusal.ts'
import { authenticate } from './stages/authenticate.ts'
import { chatReply, openHarness, sse } from './testing/harness.ts'

const answer = chatReply({ prompt_tokens: 1, completion_tokens: 1 })
const frame = sse({ choices: [{ delta: { content: 'x' } }] })
const traceOf = ({ records }: ReturnType<typeof openHarness>) => records[0]?.detail

const refusalOf = async (work: Promise<unknown>): Promise<RelayRefusal> => {
  const error = await work.catch((reason: unknown) => reason)
  if (error instanceof RelayRefusal) return error
  throw new Error('nothing was refused')
}

describe('the row of a request tells', () => {
  it('every attempt with status and words, masked, and how many there were', async () => {
    const test = openHarness({
      channels: [
        { id: 1, key: 'key-1111111', priority: 3 },
        { id: 2, key: 'key-2222222', priority: 2 },
        { id: 3, priority: 1 },
      ],
      replies: [{ status: 500, body: { error: { message: 'out of memory, key-1111111' } } }, 'unreachable', answer],
      retryTimes: 2,
    })
    await test.call({ model: 'm' })
    expect(traceOf(test)?.['attempts']).toEqual([
      { channel: 1, fault: 'broken', ms: 250, status: 500, said: 'out of memory, ***' },
      { channel: 2, fault: 'unreachable', ms: 250, said: 'refused' },
      { channel: 3, fault: 'none', ms: 250 },
    ])
    expect(test.records[0]).toMatchObject({ attempts: 3, outcome: 'ok' })
  })

  it('a mistake of the caller twice: for the operator, and without places and accounts for the caller, who is told the same', async () => {
    const message = 'no such field, says vllm.example.org (10.1.2.3) of org-AbCdEf123456 with key-1111111'
    const test = openHarness({
      channels: [{ id: 1, key: 'key-1111111', baseUrl: 'https://vllm.example.org/v1' }],
      replies: [{ status: 400, body: { error: { message } } }],
    })
    const { body } = await test.call({ model: 'm' })
    const shown = 'no such field, says *** (***) of *** with ***'
    expect(typeof body === 'string' && JSON.parse(body)).toMatchObject({ error: { message: `${shown} (request id: r)` } })
    const said = 'no such field, says vllm.example.org (10.1.2.3) of org-AbCdEf123456 with ***'
    expect(traceOf(test)?.['attempts']).toEqual([{ channel: 1, fault: 'bad-request', ms: 250, status: 400, said, told: shown }])
  })

  it('the address of the caller and how long the request waited', async () => {
    const test = openHarness({ replies: [answer] })
    await test.call({ model: 'm' })
    expect(traceOf(test)).toMatchObject({ address: '192.0.2.1', queueMs: 0 })
    expect(traceOf(test)).not.toHaveProperty('firstByteMs')
  })

  it('when a stream began, and that upstream cut it', async () => {
    const test = openHarness({ replies: [{ chunks: [frame] }] })
    await test.readStream({ model: 'm', stream: true })
    expect(test.records[0]?.outcome).toBe('cut')
    expect(traceOf(test)).toMatchObject({ firstByteMs: 250, cutBy: 'upstream' })
  })

  it('that the caller left in the middle of a stream', async () => {
    const test = openHarness({ replies: [{ chunks: [frame, frame], isOpenEnded: true }] })
    const reply = await test.call({ model: 'm', stream: true })
    const reader = (reply.body as ReadableStream<Uint8Array>).getReader()
    await reader.read()
    await reader.cancel()
    expect(test.records[0]?.outcome).toBe('cut')
    expect(traceOf(test)).toMatchObject({ cutBy: 'caller' })
  })

  it('that the caller left before anything came, which is no failure', async () => {
    const test = openHarness({ replies: ['never'] })
    const leaving = new AbortController()
    const input = { ...test.inputOf(), signal: leaving.signal, rawBody: '{"model":"m","messages":[{"role":"user","content":"hi"}]}' }
    const caller = await authenticate('Bearer sk-KEY', '192.0.2.1', test.ports)
    const replied = relayChat(input, caller, test.ports)
    await test.whenSent(1)
    leaving.abort()
    expect((await replied).status).toBe(499)
    expect(test.records[0]).toMatchObject({ outcome: 'left', content: 'caller-left' })
  })

  it('that a bug of ours was the reason, in a word', async () => {
    const test = openHarness({ replies: [answer], bugIn: 'encoder' })
    await test.call({ model: 'm' }).catch(() => undefined)
    expect(test.records[0]).toMatchObject({ outcome: 'failed', content: 'internal' })
  })

  it('the wires where a call was translated, and nothing where it was not', async () => {
    const nativeWire: NativeWire = {
      kind: 'native',
      decode: () => decoded({ text: 'x', reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined }),
      openStream: () => ({ push: () => [], end: () => [] }),
    }
    const native = openHarness({ replies: [{ body: {} }], nativeWire })
    await native.call({ model: 'm' })
    expect(traceOf(native)).toMatchObject({ attempts: [{ fault: 'none', wire: 'fake' }] })
    expect(traceOf(native)).not.toHaveProperty('wire')
    const asChat = openHarness({ replies: [answer] })
    await asChat.message({})
    expect(traceOf(asChat)).toMatchObject({ wire: 'messages', attempts: [{ fault: 'none', wire: 'chat' }] })
    const plain = openHarness({ replies: [answer] })
    await plain.call({ model: 'm' })
    expect(traceOf(plain)?.['attempts']).toEqual([{ channel: 1, fault: 'none', ms: 250 }])
    expect(Object.keys(traceOf(plain) ?? {}).toSorted()).toEqual(['address', 'attempts', 'price', 'queueMs', 'usage'])
  })
})

describe('a refusal knows whose request it was', () => {
  it.each([
    ['no-channel', {}, { model: 'absent' }],
    ['model-not-allowed', { identity: { models: ['other'] } }, { model: 'm' }],
    ['user-quota', { holdOutcome: 'user-short' }, { model: 'm' }],
    ['token-quota', { holdOutcome: 'token-short' }, { model: 'm' }],
  ] as const)('%s', async (kind, options, body) => {
    const test = openHarness({ replies: [], ...options })
    const refusal = await refusalOf(test.call({ ...body, stream: true }))
    expect(refusal.kind).toBe(kind)
    expect(refusal.refused).toMatchObject({ userId: 5, model: body.model, isStream: true })
  })

  it.each([
    ['token-disabled', { tokenState: 'disabled' }],
    ['token-expired', { expiresAt: 1 }],
    ['token-exhausted', { isUnlimited: false, remainQuota: 0 }],
    ['user-banned', { isUserEnabled: false }],
    ['subnet', { subnets: ['10.0.0.0/8'] }],
  ] as const)('%s, before anything of it is read', async (kind, identity) => {
    const refusal = await refusalOf(openHarness({ replies: [], identity }).call({ model: 'm' }))
    expect(refusal.kind).toBe(kind)
    expect(refusal.refused).toMatchObject({ userId: 5, model: '' })
  })

  it('and of a key that nobody has, nothing', async () => {
    const refusal = await refusalOf(openHarness({ replies: [] }).call({ model: 'm' }, { authorization: 'Bearer sk-OTHER' }))
    expect([refusal.kind, refusal.refused]).toEqual(['invalid-token', undefined])
  })
})
