import { expect, it } from 'bun:test'
import type { RealtimeSession } from './session.ts'
import { Sessions } from './sessions.ts'

const session = () => {
  const told: string[] = []
  let end: (() => void) | undefined
  const fake = { onEnd: (listener: () => void) => (end = listener), drain: () => void told.push('drain') } as unknown as RealtimeSession
  return { fake, told, end: () => end?.() }
}

it('counts the sessions that are open', () => {
  const sessions = new Sessions()
  const [one, two] = [session(), session()]
  sessions.add(one.fake)
  sessions.add(two.fake)
  expect([sessions.count, one.told]).toEqual([2, []])
  one.end()
  expect(sessions.count).toBe(1)
  sessions.drain()
  expect([one.told, two.told]).toEqual([[], ['drain']])
})

it('drains one that opens while the server stops', () => {
  const sessions = new Sessions()
  sessions.drain()
  const late = session()
  sessions.add(late.fake)
  expect([late.told, sessions.count]).toEqual([['drain'], 1])
})
