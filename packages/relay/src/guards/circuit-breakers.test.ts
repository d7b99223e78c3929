import { describe, expect, it } from 'bun:test'
import { createCircuitBreakers, type KnownCircuits } from './circuit-breakers.ts'

const MINUTE = 60_000
const event = { channelId: 1, model: 'm', ms: 1, blamesKey: false, retryAfterMs: undefined } as const

const failTimes = (circuits: KnownCircuits, times: number): void => {
  for (let count = 0; count < times; count++) circuits.record({ ...event, fault: 'broken' })
}

/** Processes that receive each other's changes at once. */
const openTogether = (count: number, clock: () => number): readonly KnownCircuits[] => {
  const all: KnownCircuits[] = []
  for (let own = 0; own < count; own++) {
    all.push(createCircuitBreakers(clock, (change) => all.forEach((other, index) => index !== own && other.receive(change))))
  }
  return all
}

describe('a channel that rests', () => {
  it('is probed again when a probe was lost, because its caller left or another channel answered first', () => {
    let now = 0
    const circuits = createCircuitBreakers(() => now)
    failTimes(circuits, 5)
    now = MINUTE
    expect([circuits.isOpen(1, 'm'), circuits.isOpen(1, 'm')]).toEqual([false, true])
    now += MINUTE
    expect([circuits.isOpen(1, 'm'), circuits.isOpen(1, 'm')]).toEqual([false, true])
  })
})

describe('the rest of a channel', () => {
  const SECOND = 1000

  /** How long it rests after each of so many failures in a row. */
  const restsAfter = (failures: number, retryAfterMs?: number): readonly number[] => {
    let now = 0
    const circuits = createCircuitBreakers(() => now)
    return Array.from({ length: failures }, () => {
      const began = now
      circuits.record({ ...event, fault: 'broken', retryAfterMs })
      while (circuits.isResting(1, 'm')) now += SECOND / 2
      return (now - began) / SECOND
    })
  }

  it('begins with the fifth failure and is longer each time, up to five minutes', () => {
    expect(restsAfter(16)).toEqual([0, 0, 0, 0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 300, 300])
  })

  it('is at once as long as upstream asks for, up to five minutes', () => {
    expect(restsAfter(2, 7000)).toEqual([7, 7])
    expect(restsAfter(1, 301_000)).toEqual([300])
    expect(restsAfter(5, 40_000).at(-1)).toBe(40)
  })

  it.each([
    ['overloaded', true],
    ['unreachable', true],
    ['too-slow', true],
    ['broken', true],
    ['rate-limited', true],
    ['bad-request', false],
    ['bad-credential', false],
    ['out-of-credit', false],
    ['forbidden', false],
    ['not-found', false],
    ['none', false],
  ] as const)('comes of %s: %p', (fault, isUnhealthy) => {
    const circuits = createCircuitBreakers(() => 0)
    for (let count = 0; count < 5; count++) circuits.record({ ...event, fault })
    expect(circuits.isResting(1, 'm')).toBe(isUnhealthy)
  })

  it('is for one model of one channel, and for failures in a row', () => {
    const circuits = createCircuitBreakers(() => 0)
    failTimes(circuits, 4)
    circuits.record({ ...event, fault: 'none' })
    failTimes(circuits, 4)
    expect(circuits.openCount()).toBe(0)
    failTimes(circuits, 1)
    expect([circuits.isResting(1, 'm'), circuits.isResting(1, 'n'), circuits.isResting(2, 'm'), circuits.openCount()]).toEqual([
      true,
      false,
      false,
      1,
    ])
  })

  it('ends with a probe, for which the next one waits half a minute', () => {
    let now = 0
    const circuits = createCircuitBreakers(() => now)
    failTimes(circuits, 5)
    now = 30_000
    expect([circuits.isOpen(1, 'm'), circuits.isOpen(1, 'm')]).toEqual([false, true])
    now = 59_999
    expect(circuits.isOpen(1, 'm')).toBe(true)
    now = 60_000
    expect(circuits.isOpen(1, 'm')).toBe(false)
  })

  it('of the oldest is forgotten when ten thousand are known', () => {
    const circuits = createCircuitBreakers(() => 0)
    failTimes(circuits, 5)
    for (let channelId = 2; channelId <= 10_000; channelId++) circuits.record({ ...event, channelId, fault: 'broken' })
    expect(circuits.isResting(1, 'm')).toBe(true)
    circuits.record({ ...event, channelId: 10_001, fault: 'broken' })
    expect(circuits.isResting(1, 'm')).toBe(false)
  })
})

describe('a channel that invents figures', () => {
  it('rests after the third time for five minutes, and no answer ends that', () => {
    let now = 0
    const circuits = createCircuitBreakers(() => now)
    for (let count = 0; count < 3; count++) {
      expect(circuits.isOpen(1, 'm')).toBe(false)
      circuits.record({ ...event, fault: 'none' })
      circuits.distrust(1, 'm')
    }
    circuits.record({ ...event, fault: 'none' })
    expect([circuits.isOpen(1, 'm'), circuits.isResting(1, 'm'), circuits.openCount()]).toEqual([true, true, 1])
    now = 5 * MINUTE
    expect([circuits.isOpen(1, 'm'), circuits.openCount()]).toEqual([false, 0])
  })

  it('is as new after that', () => {
    let now = 0
    const told: string[] = []
    const circuits = createCircuitBreakers(
      () => now,
      ({ kind }) => told.push(kind),
    )
    for (let count = 0; count < 3; count++) circuits.distrust(1, 'm')
    now = 5 * MINUTE
    circuits.record({ ...event, fault: 'none' })
    circuits.record({ ...event, fault: 'none' })
    expect(told).toEqual(['distrusted', 'distrusted', 'distrusted', 'mended'])
  })

  it('still recovers from failures by an answer', () => {
    const circuits = createCircuitBreakers(() => 0)
    circuits.distrust(1, 'm')
    failTimes(circuits, 5)
    expect(circuits.isResting(1, 'm')).toBe(true)
    circuits.record({ ...event, fault: 'none' })
    expect(circuits.isResting(1, 'm')).toBe(false)
  })

  it('is known to all processes', () => {
    const processes = openTogether(3, () => 0)
    processes.forEach((circuits) => circuits.distrust(1, 'm'))
    expect(processes.map((circuits) => circuits.isOpen(1, 'm'))).toEqual([true, true, true])
  })
})

describe('circuits of several processes', () => {
  it('count failures together and rest together', () => {
    const processes = openTogether(4, () => 0)
    processes.forEach((circuits) => failTimes(circuits, 1))
    expect(processes.map((circuits) => circuits.isResting(1, 'm'))).toEqual([false, false, false, false])
    processes.slice(3).forEach((circuits) => failTimes(circuits, 1))
    expect(processes.map((circuits) => circuits.isOpen(1, 'm'))).toEqual([true, true, true, true])
  })

  it('send one probe between them, and its success ends the rest everywhere', () => {
    let now = 0
    const processes = openTogether(4, () => now)
    processes.slice(0, 1).forEach((circuits) => failTimes(circuits, 5))
    now = MINUTE
    expect(processes.map((circuits) => circuits.isOpen(1, 'm'))).toEqual([false, true, true, true])
    processes[0]?.record({ ...event, fault: 'none' })
    expect(processes.map((circuits) => circuits.isOpen(1, 'm'))).toEqual([false, false, false, false])
  })

  it('say nothing while all is well', () => {
    const told: unknown[] = []
    const circuits = createCircuitBreakers(
      () => 0,
      (change) => told.push(change),
    )
    circuits.record({ ...event, fault: 'none' })
    expect(told).toEqual([])
  })
})
