import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import { failedWith } from '@weir/dialects/model/event'
import type { FollowUp } from '@weir/dialects/model/provider'
import type { UpstreamRequest } from '@weir/dialects/model/upstream'
import { toQuota } from '@weir/ledger/quota'
import type { Attempt } from '../stage-types.ts'
import type { UpstreamReply } from '../ports.ts'
import { createShutdown } from '../guards/shutdown.ts'
import type { CallPorts } from '../ports.ts'
import { callUpstream, type CallPlan } from './upstream-call.ts'
import { UpstreamDeadline } from './upstream-deadline.ts'

const to = (url: string): UpstreamRequest => ({ method: 'POST', url, headers: {}, body: '' })

const PAUSE_MS = 1000
const WAITING = '{"id":"w1","state":"working"}'

/** Asks again every second until the work is ready. */
const follow: FollowUp = ({ body, step }) => {
  if (textAt(parseJson(body), 'state') !== 'working') return undefined
  return step === 5 ? failedWith('too-slow').failure : { request: to('poll'), delayMs: PAUSE_MS }
}

const plan: CallPlan = {
  encode: () => to('begin'),
  follow,
  cancel: (said) => (said.includes('w1') ? to('stop w1') : undefined),
  isStream: false,
}

const SETTINGS: ReturnType<CallPorts['settings']> = {
  preConsumedQuota: toQuota(0),
  retryTimes: 0,
  firstByteTimeoutMs: 3500,
  idleTimeoutMs: 700,
  maxReplyBytes: 1000,
  refusesUnpriced: false,
  approximatesTokens: false,
  logsConsumption: true,
}

type Script = readonly (string | ReadableStream<Uint8Array> | number)[]

const replyOf = (scripted: Script[number]): UpstreamReply => {
  const isStream = scripted instanceof ReadableStream
  return {
    status: typeof scripted === 'number' ? scripted : 200,
    headers: new Headers({ 'content-type': isStream ? 'text/event-stream' : 'application/json' }),
    body: isStream ? scripted : new Response(String(scripted)).body,
  }
}

const openHarness = (script: Script) => {
  const sent: string[] = []
  const timers = new Map<() => void, number>()
  const caller = new AbortController()
  const shutdown = createShutdown()
  const left = [...script]
  let now = 0
  const ports: CallPorts = {
    send: (request, signal) => {
      sent.push(request.url)
      if (signal.aborted) return Promise.reject(new Error('aborted'))
      return Promise.resolve(replyOf(left.shift() ?? '{}'))
    },
    startTimer: (ms, onFire) => {
      timers.set(onFire, ms)
      return () => void timers.delete(onFire)
    },
    clock: () => now,
    nonce: () => 'n',
    access: { tokenFor: () => Promise.resolve({ token: '', isFresh: true }), forget: () => undefined },
    settings: () => SETTINGS,
  }
  const link = new UpstreamDeadline(caller.signal, { ...ports, shutdown })
  const attempt = { channel: {}, provider: { classify: () => 'broken' }, link, requestId: 'r' } as unknown as Attempt
  /** The pause before the next question, once it has begun, and how long the whole answer may still take. */
  const pause = async (): Promise<{ readonly end: () => void; readonly cut: () => void; readonly restMs: number }> => {
    for (;;) {
      const [end] = [...timers].find(([, ms]) => ms === PAUSE_MS) ?? []
      const [cut, restMs = 0] = [...timers].find(([, ms]) => ms !== PAUSE_MS) ?? []
      if (end !== undefined && cut !== undefined) return { end, cut, restMs }
      await nextTurn()
    }
  }
  const pass = async (): Promise<number> => {
    const { end, restMs } = await pause()
    now += PAUSE_MS
    timers.delete(end)
    end()
    return restMs
  }
  return { sent, caller, link, pause, pass, call: (over: Partial<CallPlan> = {}) => callUpstream({ ...plan, ...over }, attempt, ports) }
}

const textOf = (reply: UpstreamReply): Promise<string> => new Response(reply.body).text()
const streamOf = (...pieces: readonly (string | Uint8Array)[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start: (controller) => {
      for (const piece of pieces) controller.enqueue(typeof piece === 'string' ? Buffer.from(piece) : piece)
      controller.close()
    },
  })
const failureOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'none',
    (error: unknown) => String(error),
  )

describe('work that is asked for again and again', () => {
  it('is cancelled once when the caller leaves between two questions', async () => {
    const { call, caller, pause, sent } = openHarness([WAITING, WAITING])
    const result = failureOf(call())
    await pause()
    caller.abort()
    expect(await result).toContain('cut while waiting')
    expect(sent).toEqual(['begin', 'stop w1'])
  })

  it('is not cancelled when it has come to its end', async () => {
    const { call, caller, link, pass, sent } = openHarness([WAITING, '{"id":"w1","state":"ready"}'])
    const answer = call()
    await pass()
    const result = await answer
    expect(result.ok && (await textOf(result.reply))).toContain('ready')
    link.close()
    caller.abort()
    expect(sent).toEqual(['begin', 'poll'])
  })

  it('has one deadline for all questions together, and is cancelled when it passes', async () => {
    const { call, link, pass, pause, sent } = openHarness([WAITING, WAITING, WAITING])
    const result = failureOf(call())
    expect([await pass(), await pass()]).toEqual([3500, 2500])
    const { cut, restMs } = await pause()
    expect(restMs).toBe(1500)
    cut()
    expect(await result).toContain('cut while waiting')
    expect([link.cutReason, sent]).toEqual(['too-slow', ['begin', 'poll', 'poll', 'stop w1']])
  })

  it('is cancelled when upstream no longer answers for it, or the provider gives it up', async () => {
    const broken = openHarness([WAITING, 500])
    const result = broken.call()
    await broken.pass()
    expect([(await result).ok, broken.sent]).toEqual([false, ['begin', 'poll', 'stop w1']])
    const given = openHarness([WAITING])
    await given.call({ follow: () => failedWith('too-slow').failure })
    expect(given.sent).toEqual(['begin', 'stop w1'])
  })
})

describe('work that is streamed', () => {
  it('is cancelled by the name that its stream has told', async () => {
    const { call, caller, sent } = openHarness([streamOf('event: created\nda', 'ta: w1\n\n', 'data: more\n\n')])
    const result = await call({ follow: undefined })
    const reader = result.ok ? result.reply.body?.getReader() : undefined
    await reader?.read()
    await reader?.read()
    caller.abort()
    expect(sent).toEqual(['begin', 'stop w1'])
  })

  it('is cancelled by a name of which a letter comes in two pieces', async () => {
    const name = Buffer.from('data: 渠w1\n\n')
    const { call, caller, sent } = openHarness([streamOf(name.subarray(0, 7), name.subarray(7), 'data: more\n\n')])
    const result = await call({ follow: undefined, cancel: (said) => (said.includes('渠w1') ? to('stop 渠w1') : undefined) })
    const reader = result.ok ? result.reply.body?.getReader() : undefined
    await reader?.read()
    await reader?.read()
    caller.abort()
    expect(sent).toEqual(['begin', 'stop 渠w1'])
  })

  it('is cancelled when its stream breaks off, and not when it ends', async () => {
    const { promise: broken, reject } = Promise.withResolvers<never>()
    const first = ['data: w1\n\n']
    const breaking = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        const piece = first.shift()
        if (piece === undefined) await broken
        else controller.enqueue(Buffer.from(piece))
      },
    })
    const cut = openHarness([breaking])
    const result = await cut.call({ follow: undefined })
    reject(new Error('reset'))
    expect(result.ok && (await failureOf(textOf(result.reply)))).toContain('reset')
    expect(cut.sent).toEqual(['begin', 'stop w1'])
    const ended = openHarness([streamOf('data: w1\n\n')])
    const whole = await ended.call({ follow: undefined })
    expect(whole.ok && (await textOf(whole.reply))).toBe('data: w1\n\n')
    ended.caller.abort()
    expect(ended.sent).toEqual(['begin'])
  })

  it('is asked for its figures when it has ended, with the name from the reply before it', async () => {
    const trailingUsage = {
      request: (said: string) => to(`figures of ${textAt(parseJson(said), 'id')}`),
      render: (body: string) => `data: ${JSON.stringify(objectAt(parseJson(body), 'figures'))}\n\n`,
    }
    const toStream: FollowUp = () => ({ request: to('stream'), delayMs: 0 })
    const told = openHarness([WAITING, streamOf('data: Hi\n\n'), '{"figures":{"tokens":5}}'])
    const result = await told.call({ follow: toStream, trailingUsage })
    expect(result.ok && (await textOf(result.reply))).toBe('data: Hi\n\ndata: {"tokens":5}\n\n')
    expect(told.sent).toEqual(['begin', 'stream', 'figures of w1'])
    const untold = openHarness([WAITING, streamOf('data: Hi\n\n'), 500])
    const second = await untold.call({ follow: toStream, trailingUsage })
    expect(second.ok && (await textOf(second.reply))).toBe('data: Hi\n\n')
  })
})
