import { expect, it } from 'bun:test'
import { createSettingsPoll } from './poll-settings.ts'

const openPoll = (state: { isHeard: boolean; isIdle: boolean }) => {
  const time = { now: 0 }
  let asked = 0
  const settings = {
    refresh: async () => {
      asked++
    },
  }
  const poll = createSettingsPoll({ settings, isHeard: () => state.isHeard, isIdle: () => state.isIdle, clock: () => time.now })
  return {
    /** How often it asks in 30 seconds of turns every half second. */
    askedInHalfAMinute: async (): Promise<number> => {
      asked = 0
      for (const end = time.now + 30_000; time.now < end; time.now += 500) await poll()
      return asked
    },
  }
}

it('options are asked for every ten seconds while nothing runs and changes would be heard of', async () => {
  expect(await openPoll({ isHeard: true, isIdle: true }).askedInHalfAMinute()).toBe(3)
})

it('options are asked for twice a second while requests run, or where changes are not heard of', async () => {
  for (const state of [
    { isHeard: true, isIdle: false },
    { isHeard: false, isIdle: true },
  ])
    expect(await openPoll(state).askedInHalfAMinute()).toBe(60)
})
