import { describe, expect, it } from 'bun:test'
import type { Ports, Send } from '../ports.ts'
import { openHarness } from '../testing/harness.ts'
import { channelOf } from '../testing/sample-records.ts'
import { bodyOf } from '../testing/scripted-upstream.ts'
import { canProbe, probeChannel, type ProbeResult } from './probe-channel.ts'
import type { ProbeName } from './probes.ts'

interface Reply {
  readonly status?: number
  /** In packets when there are several. */
  readonly body: string | readonly string[]
  readonly type?: string
}

const SAID = '{"choices":[{"message":{"content":"gpt-5"}}]}'
const FINISH = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n'
const FIGURES = 'data: {"choices":[],"usage":{"prompt_tokens":1,"completion_tokens":1,"total_tokens":2}}\n\n'
const DONE = 'data: [DONE]\n\n'

const probed = async (
  reply: Reply | Error,
  { probe = 'text', model = 'm' }: { readonly probe?: ProbeName; readonly model?: string } = {},
) => {
  const line = openHarness({ replies: [] })
  const waits: number[] = []
  const running = new Set<object>()
  const send: Send = (_, signal) =>
    reply instanceof Error
      ? Promise.reject(reply)
      : Promise.resolve({
          status: reply.status ?? 200,
          headers: new Headers({ 'content-type': reply.type ?? 'application/json' }),
          body: bodyOf({ chunks: [reply.body].flat() }, signal),
        })
  let now = 1000
  const ports: Ports = {
    ...line.ports,
    send,
    clock: () => (now += 40.4),
    startTimer: (ms) => {
      waits.push(ms)
      const timer = {}
      running.add(timer)
      return () => void running.delete(timer)
    },
    settings: () => ({ ...line.ports.settings(), firstByteTimeoutMs: 600_000, idleTimeoutMs: 600_000, maxReplyBytes: 100_000_000 }),
  }
  const input = { requestId: 'r', language: 'en', signal: new AbortController().signal } as const
  const result = await probeChannel({ channel: channelOf({}, 0), model, probe, input }, ports)
  return { result, waits, running, health: line.health, events: line.events }
}
const reasonIn = (result: ProbeResult) => (result.ok ? 'ok' : [result.reason, result.fault, result.said, result.message])

describe('a probe of a channel', () => {
  it('tells what was said and how long it took, and touches no account', async () => {
    const { result, health, events, waits } = await probed({ body: SAID })
    expect(result).toMatchObject({ ok: true, said: 'gpt-5' })
    expect(Number.isInteger(result.ms) && result.ms > 0).toBe(true)
    expect([health, events]).toEqual([[], []])
    expect([waits.length, waits[0], waits.every((ms) => ms > 29_000 && ms <= 30_000)]).toEqual([3, 30_000, true])
  })

  it('leaves no deadline behind', async () => {
    const stream = { body: FINISH + FIGURES + DONE, type: 'text/event-stream' }
    const probes = [await probed({ body: SAID }), await probed(stream, { probe: 'stream' }), await probed({ body: '{}', status: 500 })]
    expect(probes.map(({ waits, running }) => [waits.length > 0, running.size])).toEqual([
      [true, 0],
      [true, 0],
      [true, 0],
    ])
  })

  it('reads a stream to its end', async () => {
    expect((await probed({ body: FINISH + FIGURES + DONE, type: 'text/event-stream' }, { probe: 'stream' })).result).toMatchObject({
      ok: true,
      said: 'Hi',
    })
    const cut = await probed({ body: 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n', type: 'text/event-stream' }, { probe: 'stream' })
    expect(reasonIn(cut.result)).toEqual(['broken', 'broken', '', 'The provider sent an unusable answer'])
  })

  it('reads sound that breaks off, and tells of no sound where there is none', async () => {
    const speech = (body: ReadableStream<Uint8Array>, type: string) => {
      const line = openHarness({ replies: [] })
      const encode = () => ({ method: 'POST', url: 'u', headers: {}, body: '' }) as const
      const provider = line.ports.providerFor(1)
      const ports: Ports = {
        ...line.ports,
        send: () => Promise.resolve({ status: 200, headers: new Headers({ 'content-type': type }), body }),
        providerFor: () => provider && { ...provider, tasks: { 'audio/speech': { encode } } },
      }
      const input = { requestId: 'r', language: 'en', signal: new AbortController().signal } as const
      return probeChannel({ channel: channelOf({}, 0), model: 'm', probe: 'speech', input }, ports)
    }
    const pieces = [() => Buffer.from('so'), () => Buffer.from('und'), () => Promise.reject(new Error('gone'))]
    const broken = new ReadableStream<Uint8Array>({ pull: async (controller) => controller.enqueue(await pieces.shift()?.()) })
    expect(reasonIn(await speech(broken, 'audio/mpeg'))).toEqual(['broken', 'broken', '', 'The provider sent an unusable answer'])
    const page = new Response('<html>').body
    if (page === null) throw new Error('there is no page')
    expect(reasonIn(await speech(page, 'text/html'))).toEqual(['no-audio', 'broken', '', 'The provider sent an unusable answer'])
  })

  it('tells what an answer lacked', async () => {
    const { result } = await probed({ body: SAID }, { probe: 'json' })
    expect(reasonIn(result)).toEqual(['not-json', 'broken', 'gpt-5', 'The provider sent an unusable answer'])
  })

  it("tells a failure in upstream's words, or in ours", async () => {
    const told = await probed({ status: 401, body: '{"error":{"message":"bad key"}}' })
    expect(reasonIn(told.result)).toEqual(['bad-credential', 'bad-credential', 'bad key', 'bad key'])
    const untold = await probed({ status: 500, body: '' })
    expect(reasonIn(untold.result)).toEqual(['broken', 'broken', '', 'The provider sent an unusable answer'])
  })

  it('is refused for a model without a name, and for what the provider has not', async () => {
    expect(reasonIn((await probed({ body: SAID }, { model: '' })).result)).toEqual([
      'bad-request',
      'bad-request',
      'The field model is missing',
      'The field model is missing',
    ])
    expect(reasonIn((await probed({ body: SAID }, { probe: 'rerank' })).result)).toEqual([
      'not-found',
      'not-found',
      '',
      'The provider does not have the model m',
    ])
  })

  it('takes a mebibyte at most', async () => {
    const body = (size: number) => SAID.replace('gpt-5', 'x'.repeat(size - SAID.length + 5))
    expect((await probed({ body: body(1_048_576) })).result.ok).toBe(true)
    const { result } = await probed({ body: body(1_048_577) })
    expect(reasonIn(result)).toEqual(['unreachable', 'unreachable', '', 'The provider could not be reached'])
  })

  it('takes a mebibyte of a stream before the mark of its end', async () => {
    const long = (size: number) => (FINISH + FIGURES).replace('Hi', 'x'.repeat(size - (FINISH + FIGURES).length + 2))
    const streamed = async (size: number) =>
      (await probed({ body: [long(size), DONE], type: 'text/event-stream' }, { probe: 'stream' })).result
    expect((await streamed(1_048_576)).ok).toBe(true)
    expect(reasonIn(await streamed(1_048_577))).toEqual(['broken', 'broken', '', 'The provider sent an unusable answer'])
  })
})

it('can ask for what the provider has', () => {
  const provider = openHarness({ replies: [] }).ports.providerFor(1)
  expect([canProbe(provider, 'text'), canProbe(provider, 'vision'), canProbe(provider, 'embedding'), canProbe(undefined, 'text')]).toEqual([
    true,
    true,
    false,
    false,
  ])
})
