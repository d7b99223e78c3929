import { describe, expect, it } from 'bun:test'
import { BodyCutOff, BodyGate, type BodyLimits } from './body-gate.ts'

interface Timer {
  readonly ms: number
  readonly fire: () => void
  isCancelled: boolean
}

const LIMITS: BodyLimits = { gapMs: 10, shortMs: 20, wholeMs: 30, strangers: 2 }

const open = (limits?: BodyLimits) => {
  const timers: Timer[] = []
  const gate = new BodyGate((ms, fire) => {
    const timer: Timer = { ms, fire, isCancelled: false }
    timers.push(timer)
    return () => {
      timer.isCancelled = true
    }
  }, limits)
  return { gate, timers }
}

const reading = (isShort: boolean, limit = 4) => ({
  limit,
  isShort,
  tooLarge: () => new Error('too large'),
  tooSlow: () => new Error('too slow'),
})

const bodyOf = (...pieces: readonly string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })

describe('a body', () => {
  it('is read up to its limit and not beyond', async () => {
    const { gate, timers } = open(LIMITS)
    expect(new TextDecoder().decode(await gate.read(bodyOf('ab', 'cd'), reading(true)))).toBe('abcd')
    expect(timers.every(({ isCancelled }) => isCancelled)).toBe(true)
    await expect(gate.read(bodyOf('ab', 'cde'), reading(true))).rejects.toThrow('too large')
    expect(await gate.read(null, reading(true))).toHaveLength(0)
  })

  it.each([
    [true, 20],
    [false, 30],
  ])('that is short: %p has %d ms as a whole, and 10 from byte to byte', async (isShort, wholeMs) => {
    const { gate, timers } = open(LIMITS)
    await gate.read(bodyOf('a'), reading(isShort))
    expect(timers.map(({ ms }) => ms)).toEqual([wholeMs, 10, 10])
  })

  it('has 10 s from byte to byte, 15 s when it is short and 5 minutes when it is not', async () => {
    const { gate, timers } = open()
    await gate.read(bodyOf('a'), reading(true))
    await gate.read(bodyOf('a'), reading(false))
    await gate.whole(Promise.resolve(1), () => new Error('too slow'))
    expect(timers.map(({ ms }) => ms)).toEqual([15_000, 10_000, 10_000, 300_000, 10_000, 10_000, 15_000])
  })

  it.each([0, 1])('that does not come in time is refused and let go, by timer %d', async (which) => {
    const { gate, timers } = open(LIMITS)
    const left = Promise.withResolvers<void>()
    const silent = new ReadableStream<Uint8Array>({ cancel: () => left.resolve() })
    const read = gate.read(silent, reading(true))
    timers[which]?.fire()
    await expect(read).rejects.toThrow('too slow')
    await left.promise
    expect(timers.every(({ isCancelled }) => isCancelled)).toBe(true)
  })

  it('that breaks off is told from one of ours', async () => {
    const { gate } = open(LIMITS)
    const broken = new ReadableStream<Uint8Array>({ start: (controller) => controller.error(new Error('reset')) })
    await expect(gate.read(broken, reading(true))).rejects.toBeInstanceOf(BodyCutOff)
  })
})

describe('a body in one piece', () => {
  const slow = () => new Error('too slow')

  it('is passed on, its timer cancelled', async () => {
    const { gate, timers } = open(LIMITS)
    expect(await gate.whole(Promise.resolve('a'), slow)).toBe('a')
    expect(timers.map(({ ms, isCancelled }) => [ms, isCancelled])).toEqual([[20, true]])
  })

  it('is refused when it is late, and told apart when it breaks off', async () => {
    const { gate, timers } = open(LIMITS)
    const late = gate.whole(new Promise(() => undefined), slow)
    timers[0]?.fire()
    await expect(late).rejects.toThrow('too slow')
    const cut = gate.whole(Promise.reject(new Error('reset')), slow)
    await expect(cut).rejects.toThrow('the body of a request was cut off')
    await cut.catch(() => undefined)
    expect(timers[1]?.isCancelled).toBe(true)
  })
})

describe('unknown senders', () => {
  it('may have as many bodies on their way as the limit says, and more once some have arrived', () => {
    const { gate } = open(LIMITS)
    const [first, second] = [gate.enter('192.0.2.1'), gate.enter('192.0.2.1')]
    expect([first, second, gate.enter('192.0.2.1')].map((leave) => leave !== undefined)).toEqual([true, true, false])
    expect(gate.enter('192.0.2.2')).toBeDefined()
    first?.()
    const third = gate.enter('192.0.2.1')
    expect([third !== undefined, gate.enter('192.0.2.1')]).toEqual([true, undefined])
    second?.()
    third?.()
    expect([gate.enter('192.0.2.1'), gate.enter('192.0.2.1'), gate.enter('192.0.2.1')].map((leave) => leave !== undefined)).toEqual([
      true,
      true,
      false,
    ])
  })

  it('share the limit of a network of IPv6, which one machine has all of', () => {
    const { gate } = open(LIMITS)
    expect([gate.enter('2001:db8::1'), gate.enter('2001:db8::2'), gate.enter('2001:db8::3')].map((leave) => leave !== undefined)).toEqual([
      true,
      true,
      false,
    ])
    expect(gate.enter('2001:db8:1::1')).toBeDefined()
  })

  it('are a hundred at one address', () => {
    const { gate } = open()
    const entered = Array.from({ length: 101 }, () => gate.enter('192.0.2.1') !== undefined)
    expect([entered.filter(Boolean).length, entered.at(-1)]).toEqual([100, false])
  })
})
