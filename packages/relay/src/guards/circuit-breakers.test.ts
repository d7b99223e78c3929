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
