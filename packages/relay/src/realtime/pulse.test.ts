import { describe, expect, it } from 'bun:test'
import { Pulse } from './pulse.ts'

const open = (over: { readonly patienceMs?: number; readonly isDeaf?: boolean } = {}) => {
  const told: string[] = []
  const time = { now: 0 }
  let fire = (): void => undefined
  const pulse = new Pulse({
    clock: () => time.now,
    startTimer: (_, onFire) => {
      fire = onFire
      return () => undefined
    },
    ping: () => void told.push('ping'),
    answerPatienceMs: () => over.patienceMs,
    isDeaf: () => over.isDeaf === true,
    failed: (why) => void told.push(why),
  })
  const after = (ms: number): readonly string[] => {
    time.now += ms
    fire()
    return told.splice(0)
  }
  return { pulse, after }
}

describe('the pulse of a session', () => {
  it('pings upstream, and gives it up after 50 seconds without a sign of life', () => {
    const { pulse, after } = open()
    expect(after(50_000)).toEqual(['ping'])
    pulse.upstreamLives()
    expect(after(50_000)).toEqual(['ping'])
    expect(after(1)).toEqual(['upstream-too-slow'])
  })

  it('does not take silence for death while nothing is read', () => {
    expect(open({ isDeaf: true }).after(500_000)).toEqual(['ping'])
  })

  it('waits for an answer under way no longer than for a stream', () => {
    const { pulse, after } = open({ patienceMs: 20_000 })
    expect(after(20_000)).toEqual(['ping'])
    pulse.upstreamLives()
    expect(after(1)).toEqual(['upstream-too-slow'])
  })

  it('ends a session in which nobody has said anything for a quarter of an hour', () => {
    const { pulse, after } = open({ isDeaf: true })
    expect(after(900_000)).toEqual(['ping'])
    pulse.callerSpoke()
    expect(after(900_000)).toEqual(['ping'])
    expect(after(1)).toEqual(['session-idle'])
  })
})
