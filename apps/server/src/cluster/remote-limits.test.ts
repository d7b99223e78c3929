import { describe, expect, it } from 'bun:test'
import { createWindowLimits, type WindowLimits, type LimitRequest } from '@weir/relay/guards/window-limits'
import type { LimitKeeper } from '@weir/relay/guards/limits'
import type { StartTimer, LimitDecision } from '@weir/relay/ports'
import { createRemoteLimits } from './remote-limits.ts'
import { openLimitServer } from './limit-server.ts'
import { limitResponse, limitMessage, type LimitResponse } from './limit-messages.ts'

const NONE = { requestsPerMinute: 0, tokensPerMinute: 0, parallel: 0 }
const noTimer: StartTimer = () => () => undefined

const requestWith = (over: Partial<typeof NONE>): LimitRequest => ({
  tokenId: 1,
  userId: 1,
  tokens: 10,
  perToken: { ...NONE, ...over },
  perUser: NONE,
})

/** A worker and its limit server, over the messages that really go between the processes. */
const openWorker = (book: WindowLimits) => {
  const limitServer = openLimitServer(book)
  let answered: (response: LimitResponse) => void = () => undefined
  const keeper = createRemoteLimits({
    send: (message) => {
      const response = limitServer.handle(limitMessage.parse(message))
      if (response !== undefined) answered(limitResponse.parse(response))
      return true
    },
    onResponse: (listener) => {
      answered = listener
    },
    own: { take: () => expect.unreachable('a worker decides nothing while the limit server answers') },
    startTimer: noTimer,
  })
  return { keeper, die: () => limitServer.close() }
}

const takeTimes = (keeper: LimitKeeper, times: number, request: LimitRequest): Promise<readonly LimitDecision[]> =>
  Promise.all(Array.from({ length: times }, () => keeper.take(request)))

const served = (decisions: readonly LimitDecision[]): number => decisions.filter(({ ok }) => ok).length

const release = (decisions: readonly LimitDecision[], tokens: number): void => {
  for (const decision of decisions) if (decision.ok) decision.ticket.release(tokens)
}

describe('workers that ask one limit server', () => {
  it('let through together what the limit allows, and know what is left', async () => {
    const book = createWindowLimits(() => 0)
    const workers = Array.from({ length: 4 }, () => openWorker(book))
    const decisions = (await Promise.all(workers.map(({ keeper }) => takeTimes(keeper, 5, requestWith({ requestsPerMinute: 7 }))))).flat()
    expect(served(decisions)).toBe(7)
    expect(decisions.at(-1)).toEqual({
      ok: false,
      limit: 'requests',
      retryAfterSeconds: 60,
      remaining: { requests: { limit: 7, remaining: 0, resetSeconds: 60 } },
    })
  })

  it('free a place for each other, and count the tokens that were really used', async () => {
    const book = createWindowLimits(() => 0)
    const [one, two] = [openWorker(book), openWorker(book)]
    const request = requestWith({ parallel: 1, tokensPerMinute: 100 })
    const first = await takeTimes(one.keeper, 1, request)
    expect(served(await takeTimes(two.keeper, 1, request))).toBe(0)
    release(first, 100)
    expect((await takeTimes(two.keeper, 1, request))[0]).toMatchObject({ ok: false, limit: 'tokens' })
  })

  it('leave the places of their requests behind when they die', async () => {
    const book = createWindowLimits(() => 0)
    const [one, two] = [openWorker(book), openWorker(book)]
    const request = requestWith({ parallel: 2 })
    const lost = await takeTimes(one.keeper, 2, request)
    expect(served(await takeTimes(two.keeper, 1, request))).toBe(0)
    one.die()
    expect(served(await takeTimes(two.keeper, 3, request))).toBe(2)
    release(lost, 1)
    expect(served(await takeTimes(two.keeper, 1, request))).toBe(0)
  })

  it('take nothing more once they are dead, though a last message may come late', async () => {
    const book = createWindowLimits(() => 0)
    const request = requestWith({ parallel: 1 })
    const limitServer = openLimitServer(book)
    limitServer.close()
    expect(limitServer.handle({ kind: 'limit-take', id: 1, request })).toBeUndefined()
    expect(served(await takeTimes(openWorker(book).keeper, 1, request))).toBe(1)
  })
})

describe('a worker that nobody answers', () => {
  const asking = (send: () => boolean) => {
    const sent: unknown[] = []
    const waits: number[] = []
    let answered: (response: LimitResponse) => void = () => undefined
    let giveUp: () => void = () => undefined
    const keeper = createRemoteLimits({
      send: (message) => {
        sent.push(message)
        return send()
      },
      onResponse: (listener) => {
        answered = listener
      },
      own: createWindowLimits(() => 0),
      startTimer: (ms, onFire) => {
        waits.push(ms)
        giveUp = onFire
        return () => undefined
      },
    })
    return { keeper, sent, waits, respond: (response: LimitResponse) => answered(response), giveUp: () => giveUp() }
  }
  const request = requestWith({ requestsPerMinute: 1 })

  it('counts for itself as an orphan', async () => {
    const { keeper } = asking(() => false)
    expect(served(await takeTimes(keeper, 3, request))).toBe(1)
  })

  it('does not wait for ever, and gives a place back that comes too late', async () => {
    const { keeper, sent, waits, respond, giveUp } = asking(() => true)
    const pending = keeper.take(request)
    expect(waits).toEqual([2000])
    giveUp()
    expect((await pending).ok).toBe(true)
    respond({ kind: 'limit', id: 1, decision: { ok: true, remaining: {} } })
    expect(sent.at(-1)).toEqual({ kind: 'limit-release', id: 1, tokens: 0 })
  })
})
