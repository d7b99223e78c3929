import { describe, expect, it } from 'bun:test'
import { decoded } from '@weir/dialects/model/event'
import type { NativeWire } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { toQuota } from '@weir/ledger/quota'
import type { Attempt } from '../line.ts'
import { createShutdown } from '../shutdown.ts'
import { UpstreamLink } from '../upstream-link.ts'
import { nativeAnswer, type ChatPorts } from './native-answer.ts'

const IDLE_MS = 1000

/** A wire whose answer is whatever its stream said. */
const wire: NativeWire = {
  kind: 'native',
  decode: (text) => decoded({ text, reasoning: '', toolCalls: [], finishReason: 'stop', usage: undefined }),
  openStream: () => ({ push: () => [], end: () => [] }),
}

const stand = () => {
  const timers = new Map<() => void, number>()
  let now = 0
  let started = 0
  const ports: ChatPorts = {
    send: () => Promise.reject(new Error('nothing is sent')),
    startTimer: (ms, onFire) => {
      started++
      timers.set(onFire, now + ms)
      return () => void timers.delete(onFire)
    },
    clock: () => now,
    nonce: () => 'n',
    access: { tokenFor: () => Promise.resolve({ token: '', isFresh: true }), forget: () => undefined },
    countTokens: () => Promise.resolve(0),
    settings: () => ({
      preConsumedQuota: toQuota(0),
      retryTimes: 0,
      firstByteTimeoutMs: IDLE_MS,
      idleTimeoutMs: IDLE_MS,
      maxReplyBytes: 1000,
      refusesUnpriced: false,
      approximatesTokens: true,
      logsConsumption: true,
    }),
  }
  const pass = (ms: number): void => {
    now += ms
    for (const [fire, at] of timers) if (at <= now) fire()
  }
  const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}]}')
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const link = new UpstreamLink(new AbortController().signal, { ...ports, shutdown: createShutdown() })
  let upstream: ReadableStreamDefaultController<Uint8Array> | undefined
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      upstream = controller
    },
  })
  link.signal.addEventListener('abort', () => upstream?.error(new Error('cut')))
  const reply = { status: 200, headers: new Headers({ 'content-type': 'text/event-stream' }), body }
  const voice = {
    whole: ({ text }: { readonly text: string }) => text,
    renderer: () => ({ render: () => undefined, end: () => undefined }),
  }
  const context = { call: parsed.call, attempt: { link } as unknown as Attempt, model: 'm', ports, voice: voice as never }
  /** Ends when the text has been read and the next piece is waited for. */
  const say = async (text: string): Promise<void> => {
    const before = started
    upstream?.enqueue(Buffer.from(text))
    for (let turn = 0; turn < 1000 && started === before; turn++) await Bun.sleep(0)
  }
  return { answer: nativeAnswer(reply, wire, context), say, pass, link, end: () => upstream?.close() }
}

describe('an answer that upstream streams and the caller wants whole', () => {
  it('may take its time as long as upstream goes on writing', async () => {
    const { answer, say, pass, end, link } = stand()
    for (const word of ['one ', 'two ', 'three']) {
      await say(word)
      pass(IDLE_MS - 1)
    }
    end()
    expect([await answer, link.cutReason]).toMatchObject([{ kind: 'whole', body: 'one two three' }, undefined])
  })

  it('is too slow when upstream falls silent', async () => {
    const { answer, say, pass, link } = stand()
    const failure = answer.catch((error: unknown) => String(error))
    await say('one ')
    pass(IDLE_MS)
    expect([await failure, link.cutReason]).toEqual(['Error: cut', 'too-slow'])
  })
})
