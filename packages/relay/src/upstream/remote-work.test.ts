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
import { openAttempt } from '../testing/open-attempt.ts'
import { watchWork } from './remote-work.ts'
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
  answerLifetimeMs: 0,
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

  it.each([
    [16_384, ['begin', 'stop w1']],
    [16_385, ['begin']],
  ])('is listened to for a name until %p characters have come', async (length, asked) => {
    const { call, caller, sent } = openHarness([streamOf(' '.repeat(length), 'data: w1\n\n', 'data: more\n\n')])
    const result = await call({ follow: undefined })
    const reader = result.ok ? result.reply.body?.getReader() : undefined
    await reader?.read()
    await reader?.read()
    caller.abort()
    expect(sent).toEqual(asked)
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

describe('what is asked beside the answer', () => {
  const said = 'data: {"id":"w1"}\n\n'
  const figures = { request: () => to('figures'), render: (words: string) => words }

  /** A stream that has ended and whose figures are asked for; they come when they are told to. */
  const openFigures = async () => {
    const { promise, resolve, reject } = Promise.withResolvers<UpstreamReply>()
    const sent: string[] = []
    const { attempt, ports, timers } = openAttempt({ replies: [] })
    const streamed = { status: 200, headers: new Headers({ 'content-type': 'text/event-stream' }), body: streamOf(said) }
    const send: CallPorts['send'] = (request) => {
      sent.push(request.url)
      return request.url === 'figures' ? promise : Promise.resolve(streamed)
    }
    const result = await callUpstream({ ...plan, follow: undefined, cancel: undefined, trailingUsage: figures }, attempt, {
      ...ports,
      send,
    })
    if (!result.ok) throw new Error('failed')
    const text = textOf(result.reply)
    for (let turn = 0; turn < 20 && sent.length < 2; turn++) await nextTurn()
    return { sent, text, resolve, reject, waits: [...timers.values()] }
  }
  const replyWith = (body: string | Uint8Array, status = 200): UpstreamReply => ({
    status,
    headers: new Headers(),
    body: new Response(body).body,
  })

  it('is asked for once, for five seconds, and waited for', async () => {
    const { sent, text, resolve, waits } = await openFigures()
    for (let turn = 0; turn < 5; turn++) await nextTurn()
    expect([sent, waits]).toEqual([['begin', 'figures'], [5000]])
    resolve(replyWith('figures of it'))
    expect(await text).toBe(`${said}figures of it`)
  })

  it('is left out where it fails or is no good', async () => {
    const broken = await openFigures()
    broken.reject(new Error('reset'))
    expect(await broken.text).toBe(said)
    const refused = await openFigures()
    refused.resolve(replyWith('x', 201))
    expect(await refused.text).toBe(said)
  })

  it('breaks the stream off where it cannot be told', async () => {
    const { attempt, ports } = openAttempt({ replies: [{ body: said, headers: { 'content-type': 'text/event-stream' } }, { body: 'x' }] })
    const render = (): never => {
      throw new Error('cannot be told')
    }
    const result = await callUpstream({ ...plan, follow: undefined, trailingUsage: { ...figures, render } }, attempt, ports)
    expect(result.ok && (await failureOf(textOf(result.reply)))).toBe('Error: cannot be told')
  })

  it('may be a mebibyte long and no longer', async () => {
    const long = await openFigures()
    long.resolve(replyWith('x'.repeat(1_048_576)))
    expect((await long.text).length).toBe(said.length + 1_048_576)
    const longer = await openFigures()
    longer.resolve(replyWith('x'.repeat(1_048_577)))
    expect(await longer.text).toBe(said)
  })
})

describe('work that is named', () => {
  const cancel = (said: string) => (said.includes('w1') ? to('stop w1') : undefined)
  const watched = () => {
    const at = openAttempt({ replies: [{}, {}] })
    const work = watchWork({ cancel }, at.attempt, at.ports)
    if (work === undefined) throw new Error('nobody watches')
    return { ...at, work, urls: () => at.requests.map(({ url }) => url) }
  }

  it('is cancelled when the caller leaves, also while nobody reads of it', () => {
    const { work, caller, urls } = watched()
    work.observe('{"id":"w1"}')
    expect(urls()).toEqual([])
    caller.abort()
    expect(urls()).toEqual(['stop w1'])
    work.stop()
    expect(urls()).toEqual(['stop w1'])
  })

  it('is cancelled when its name comes after the caller has left', () => {
    const { work, caller, urls } = watched()
    caller.abort()
    expect(urls()).toEqual([])
    work.observe('{"id":"w1"}')
    expect(urls()).toEqual(['stop w1'])
  })

  it('is left alone once it is let go', () => {
    const { work, caller, urls } = watched()
    work.observe('{"id":"w1"}')
    work.letGo()
    caller.abort()
    expect(urls()).toEqual([])
  })

  it('needs a watch only where upstream works on', () => {
    const { attempt, ports } = watched()
    expect(watchWork({}, attempt, ports)).toBeUndefined()
  })
})
