import { describe, expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import { RelayRefusal } from '../refusal.ts'
import type { RelayReply } from '../reply.ts'
import { createLoadGuard, type MemoryLevel } from './load-guard.ts'

const whole: RelayReply = { status: 200, headers: {}, body: 'ok' }

const open = (bounds: { readonly requests?: number; readonly streams?: number }) => {
  const refused: string[] = []
  const level: { now: MemoryLevel } = { now: 'free' }
  const load = createLoadGuard({
    bounds: { requests: Infinity, streams: Infinity, ...bounds },
    memory: () => level.now,
    onRefused: (limit, by) => void refused.push(`${limit} ${by}`),
  })
  const ends: (() => void)[] = []
  /** Runs until it is told to end; tells how it was refused. */
  const begin = (userId: number, kind: 'runRequest' | 'runStream' = 'runRequest'): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<RelayReply>()
    ends.push(() => resolve(whole))
    let isRunning = false
    const outcome = load[kind](userId, () => {
      isRunning = true
      return promise
    })
    if (isRunning) return Promise.resolve('runs')
    return outcome.then(
      () => 'ended',
      (error: unknown) => (error instanceof RelayRefusal ? error.code : String(error)),
    )
  }
  return { load, refused, level, begin, ends }
}

const beginMany = async (at: ReturnType<typeof open>, userId: number, count: number): Promise<number> => {
  const outcomes = await Promise.all(Array.from({ length: count }, () => at.begin(userId)))
  return outcomes.filter((outcome) => outcome === 'runs').length
}

describe('a thousand places', () => {
  it('are not all given to one user: another who asks for one place finds it', async () => {
    const at = open({ requests: 1000 })
    expect(await beginMany(at, 1, 1000)).toBe(800)
    expect(at.refused).toEqual(Array.from({ length: 200 }, () => 'requests user'))
    expect(await at.begin(2)).toBe('runs')
    expect(await at.begin(1)).toBe('too_many_running')
    expect(at.load.running).toBe(801)
  })

  it('are shared evenly by two who want more than there are', async () => {
    const at = open({ requests: 1000 })
    let [first, second] = [0, 0]
    for (let turn = 0; turn < 1000; turn++) {
      if ((await at.begin(1)) === 'runs') first++
      if ((await at.begin(2)) === 'runs') second++
    }
    expect([first, second]).toEqual([445, 444])
    expect(await at.begin(3)).toBe('runs')
  })

  it('are all used by a thousand users, and nobody is let in beyond', async () => {
    const at = open({ requests: 1000 })
    for (let userId = 1; userId <= 1000; userId++) expect(await at.begin(userId)).toBe('runs')
    expect(await at.begin(1001)).toBe('server_overloaded')
    expect(at.refused).toEqual(['requests all'])
    expect(() => at.load.requireRoom()).toThrow(new RelayRefusal('server-busy'))
    expect(at.refused).toEqual(['requests all', 'requests all'])
  })
})

describe('a place', () => {
  it('is free again when its reply is whole', async () => {
    const at = open({ requests: 1 })
    const { promise, resolve } = Promise.withResolvers<RelayReply>()
    const first = at.load.runRequest(1, () => promise)
    expect(await at.begin(2)).toBe('server_overloaded')
    resolve(whole)
    expect(await first).toBe(whole)
    expect(await at.begin(2)).toBe('runs')
  })

  it('is free again when its request fails', async () => {
    const at = open({ requests: 1 })
    await expect(at.load.runRequest(1, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(at.load.running).toBe(0)
    expect(await at.begin(1)).toBe('runs')
  })

  it('counts no longer for a user when it is free', async () => {
    const at = open({ requests: 10 })
    expect(await beginMany(at, 1, 9)).toBe(8)
    for (const end of at.ends.slice(0, 3)) end()
    await nextTurn()
    expect(await beginMany(at, 1, 4)).toBe(3)
  })

  it('is kept by a stream until its end', async () => {
    const at = open({ requests: 1, streams: 1 })
    const ended: (() => void)[] = []
    const streamed: RelayReply = { ...whole, onEnd: (listener) => void ended.push(listener) }
    await at.load.runRequest(1, () => at.load.runStream(1, () => Promise.resolve(streamed)))
    expect([at.load.running, at.load.openStreams]).toEqual([1, 1])
    expect(await at.begin(2)).toBe('server_overloaded')
    for (const end of ended) end()
    expect([at.load.running, at.load.openStreams]).toEqual([0, 0])
  })

  it('says when to come back, and to a user how many of theirs run', async () => {
    const at = open({ requests: 10 })
    await beginMany(at, 1, 8)
    const refusal: unknown = await at.load.runRequest(1, () => Promise.resolve(whole)).catch((error: unknown) => error)
    if (!(refusal instanceof RelayRefusal)) throw new Error('was let in')
    expect([refusal.status, refusal.options.retryAfter]).toEqual([503, '2'])
    expect(refusal.text('en')).toBe(
      'The server is busy and 8 of your requests are running already. Let some of them end, or try again in 2 seconds',
    )
    expect(refusal.text('zh')).toBe('服务器繁忙，而您已有 8 个请求在运行。请等其中一些结束，或在 2 秒后重试')
  })
})

describe('streams', () => {
  it('have a bound of their own, which requests for whole replies do not meet', async () => {
    const at = open({ streams: 2 })
    expect([await at.begin(1, 'runStream'), await at.begin(1, 'runStream'), await at.begin(2, 'runStream')]).toEqual([
      'runs',
      'runs',
      'server_overloaded',
    ])
    expect(await at.begin(1)).toBe('runs')
    expect(at.refused).toEqual(['streams all'])
  })

  it('are not all given to one user either', async () => {
    const at = open({ streams: 5 })
    const outcomes = await Promise.all([1, 1, 1, 1, 1, 2].map((userId) => at.begin(userId, 'runStream')))
    expect(outcomes).toEqual(['runs', 'runs', 'runs', 'runs', 'too_many_running', 'runs'])
    expect(at.refused).toEqual(['streams user'])
  })

  it('of a session take both places and give both back, also where only one was left', () => {
    const at = open({ streams: 1 })
    const leave = at.load.openSession(1)
    expect([at.load.running, at.load.openStreams]).toEqual([1, 1])
    expect(() => at.load.openSession(2)).toThrow(new RelayRefusal('server-busy'))
    expect([at.load.running, at.load.openStreams]).toEqual([1, 1])
    leave()
    expect([at.load.running, at.load.openStreams]).toEqual([0, 0])
  })
})

describe('memory', () => {
  it('that is full lets nobody in while others run', async () => {
    const at = open({})
    await at.begin(1)
    at.level.now = 'full'
    expect(await at.begin(2)).toBe('server_overloaded')
    expect(() => at.load.requireRoom()).toThrow(new RelayRefusal('server-busy'))
    expect(at.refused).toEqual(['memory all', 'memory all'])
  })

  it('that is full does not close a process for ever that has nothing to do', async () => {
    const at = open({})
    at.level.now = 'full'
    at.load.requireRoom()
    expect(await at.begin(1)).toBe('runs')
    expect(await at.begin(1)).toBe('server_overloaded')
  })

  it('that is tight refuses those who have most running, and lets the others in', async () => {
    const at = open({})
    expect(await beginMany(at, 1, 5)).toBe(5)
    expect(await beginMany(at, 2, 1)).toBe(1)
    at.level.now = 'tight'
    expect(await at.begin(1)).toBe('too_many_running')
    expect([await at.begin(2), await at.begin(3)]).toEqual(['runs', 'runs'])
    expect(at.refused).toEqual(['memory user'])
  })

  it('that is tight lets in the first, since nobody has more', async () => {
    const at = open({})
    at.level.now = 'tight'
    expect([await at.begin(1), await at.begin(1)]).toEqual(['runs', 'too_many_running'])
  })

  it('that is tight refuses those who have as many running as all have on average', async () => {
    const at = open({})
    expect([await at.begin(1), await at.begin(2)]).toEqual(['runs', 'runs'])
    at.level.now = 'tight'
    expect([await at.begin(1), await at.begin(2)]).toEqual(['too_many_running', 'too_many_running'])
  })

  it('that is tight counts only those who have something running', async () => {
    const at = open({})
    for (const userId of [3, 4, 1, 1, 2]) expect(await at.begin(userId)).toBe('runs')
    for (const end of at.ends.slice(0, 2)) end()
    await nextTurn()
    at.level.now = 'tight'
    expect([await at.begin(1), await at.begin(2)]).toEqual(['too_many_running', 'runs'])
  })
})
