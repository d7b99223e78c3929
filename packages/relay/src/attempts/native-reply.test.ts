import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { decoded } from '@weir/dialects/model/event'
import type { NativeWire } from '@weir/dialects/model/provider'
import type { Usage } from '@weir/dialects/model/usage'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { toQuota } from '@weir/ledger/quota'
import type { AttemptPorts } from '../ports.ts'
import type { Attempt } from '../stage-types.ts'
import { createShutdown } from '../guards/shutdown.ts'
import { UpstreamDeadline } from '../upstream/upstream-deadline.ts'
import { relayChat } from '../endpoints/chat.ts'
import { authenticate } from '../stages/authenticate.ts'
import { openHarness as openLine } from '../testing/harness.ts'
import { EVENT_STREAM, nativeReply, type ReplyFormat } from './native-reply.ts'

const IDLE_MS = 1000

/** A wire whose answer is whatever its stream said. */
const wire: NativeWire = {
  kind: 'native',
  decode: (text) => decoded({ text, reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined }),
  openStream: () => ({ push: () => [{ kind: 'text', text: 'word' }], end: () => [{ kind: 'finished', reason: 'stop' }] }),
}

const figures = (usage: Usage | undefined): string => `${usage?.input} in, ${usage?.output} out, by ${usage?.source}`

const format: ReplyFormat = {
  streamType: EVENT_STREAM,
  whole: ({ text, usage }) => `${text} (${figures(usage)})`,
  renderer: () => ({ render: () => undefined, end: (usage) => Buffer.from(figures(usage)), failure: () => Buffer.from('failed') }),
}

const openHarness = ({ isStream = false, spoken = wire, maxTokens = 0 } = {}) => {
  const timers = new Map<() => void, number>()
  let now = 0
  let started = 0
  const ports: AttemptPorts = {
    send: () => Promise.reject(new Error('nothing is sent')),
    startTimer: (ms, onFire) => {
      started++
      timers.set(onFire, now + ms)
      return () => void timers.delete(onFire)
    },
    clock: () => now,
    nonce: () => 'n',
    access: { tokenFor: () => Promise.resolve({ token: '', isFresh: true }), forget: () => undefined },
    modelLimits: () => undefined,
    countTokens: (_, text) => Promise.resolve(text.length),
    settings: () => ({
      preConsumedQuota: toQuota(0),
      retryTimes: 0,
      firstByteTimeoutMs: IDLE_MS,
      idleTimeoutMs: IDLE_MS,
      maxReplyBytes: 1000,
      answerLifetimeMs: 0,
      refusesUnpriced: false,
      approximatesTokens: false,
      logsConsumption: true,
    }),
  }
  const pass = (ms: number): void => {
    now += ms
    for (const [fire, at] of timers) if (at <= now) fire()
  }
  const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}]}')
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const link = new UpstreamDeadline(new AbortController().signal, { ...ports, shutdown: createShutdown() })
  let upstream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      upstream = controller
    },
  })
  link.signal.addEventListener('abort', () => upstream?.error(new Error('cut')))
  const reply = { status: 200, headers: new Headers({ 'content-type': 'text/event-stream' }), body }
  const call = { ...parsed.call, isStream, ...(maxTokens > 0 && { maxOutputTokens: maxTokens }) }
  const context = { call, attempt: { link, channel: { systemPrompt: '' } } as unknown as Attempt, model: 'm', ports, format }
  /** Ends when the text has been read and the next piece is waited for. */
  const say = async (text: string): Promise<void> => {
    const before = started
    upstream?.enqueue(Buffer.from(text))
    for (let turn = 0; turn < 1000 && started === before && !isStream; turn++) await nextTurn()
  }
  return { answer: nativeReply(reply, spoken, context), say, pass, link, end: () => upstream?.close() }
}

describe('an answer that upstream streams and the caller wants whole', () => {
  it('may take its time as long as upstream goes on writing', async () => {
    const { answer, say, pass, end, link } = openHarness()
    for (const word of ['one ', 'two ', 'three']) {
      await say(word)
      pass(IDLE_MS - 1)
    }
    end()
    expect([await answer, link.cutReason]).toMatchObject([{ kind: 'whole', body: expect.stringContaining('one two three') }, undefined])
  })

  it('is too slow when upstream falls silent', async () => {
    const { answer, say, pass, link } = openHarness()
    const failure = answer.catch((error: unknown) => String(error))
    await say('one ')
    pass(IDLE_MS)
    expect([await failure, link.cutReason]).toEqual(['NetworkFailure: cut', 'too-slow'])
  })
})

describe('a stream that never comes to its first word', () => {
  const silent: NativeWire = { ...wire, openStream: () => ({ push: () => [], end: () => [] }) }

  it('is given up when it has sent as much as a whole reply may have', async () => {
    const { answer, say } = openHarness({ isStream: true, spoken: silent })
    const failure = answer.catch((error: unknown) => String(error))
    for (let count = 0; count < 11; count++) await say(': ping'.padEnd(98).concat('\n\n'))
    expect(await failure).toBe('ReplyTooLarge: the reply is larger than 1000 bytes')
  })
})

describe('the figures of an answer that upstream does not count', () => {
  it('are told to the caller as they are charged, whole', async () => {
    const { answer, say, end } = openHarness()
    await say('one')
    end()
    const result = await answer
    if (result.kind !== 'whole') throw new Error(result.kind)
    const charged = result.produced.usage ?? (await result.produced.estimate())
    expect(result.body).toBe(`one (${figures(charged)})`)
    expect([charged.output, charged.source]).toEqual([3, 'estimate'])
  })

  it('are told to the caller as they are charged, streamed', async () => {
    const { answer, say } = openHarness({ isStream: true })
    await say('one')
    const result = await answer
    if (result.kind !== 'stream') throw new Error(result.kind)
    result.stream.flush()
    const charged = result.stream.usage() ?? (await result.estimate())
    expect(Buffer.from(result.stream.tail() ?? '').toString()).toBe(figures(charged))
    expect([charged.output, charged.source]).toEqual([4, 'estimate'])
  })
})

describe('an answer with a picture', () => {
  const image = { mimeType: 'image/png', data: 'AAAA' }
  const drawing = (usage: Usage | undefined): NativeWire => ({
    ...wire,
    decode: (text) => decoded({ text, reasoning: '', images: [image], toolCalls: [], finishReason: 'stop', usage }),
    openStream: () => ({
      push: () => [
        { kind: 'text', text: 'one' },
        { kind: 'image', image },
      ],
      end: () => [...(usage ? [{ kind: 'usage' as const, usage }] : []), { kind: 'finished', reason: 'stop' }],
    }),
  })
  const reported: Usage = { input: 2, cacheRead: 0, cacheWrite: 0, output: 40_000, reasoning: 0, source: 'upstream' }

  const usageOf = async (isStream: boolean, usage: Usage | undefined): Promise<Usage> => {
    const { answer, say, end } = openHarness({ isStream, spoken: drawing(usage), maxTokens: 100 })
    await say('one')
    if (!isStream) end()
    const result = await answer
    if (result.kind === 'stream') result.stream.flush()
    if (result.kind === 'whole') return result.produced.usage ?? (await result.produced.estimate())
    if (result.kind === 'stream') return result.stream.usage() ?? (await result.estimate())
    throw new Error(result.kind)
  }

  it.each([false, true])('is charged what upstream reports for it, streamed: %p', async (isStream) => {
    expect(await usageOf(isStream, reported)).toEqual(reported)
    expect((await usageOf(isStream, { ...reported, output: 90_000 })).implausible).toBe('for-this-request')
  })

  it.each([false, true])('is counted where upstream reports nothing, streamed: %p', async (isStream) => {
    expect(await usageOf(isStream, undefined)).toMatchObject({ output: 1293, source: 'estimate' })
  })
})

it('is named after the request and dated in whole seconds', async () => {
  const line = openLine({ replies: [{ body: {} }], nativeWire: wire })
  const ports = { ...line.ports, clock: () => 1_000_999 }
  const rawBody = '{"model":"m","messages":[{"role":"user","content":"hi"}]}'
  const { body } = await relayChat({ ...line.inputOf(), rawBody }, await authenticate('Bearer sk-KEY', '192.0.2.1', ports), ports)
  expect(await new Response(body as ReadableStream<Uint8Array>).json()).toMatchObject({ id: 'chatcmpl-r', created: 1000, model: 'm' })
})
