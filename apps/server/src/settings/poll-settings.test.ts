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

it('a turn ends when the options are read', async () => {
  const read = Promise.withResolvers<void>()
  const steps: string[] = []
  const settings = { refresh: () => read.promise.then(() => void steps.push('read')) }
  const turn = createSettingsPoll({ settings, isHeard: () => true, isIdle: () => true, clock: () => 0 })().then(
    () => void steps.push('over'),
  )
  read.resolve()
  await turn
  expect(steps).toEqual(['read', 'over'])
})

it('options are asked for at once where the clock was set back', async () => {
  const time = { now: 60_000 }
  let asked = 0
  const settings = { refresh: async () => void asked++ }
  const poll = createSettingsPoll({ settings, isHeard: () => true, isIdle: () => true, clock: () => time.now })
  await poll()
  await poll()
  time.now = 59_999
  await poll()
  expect(asked).toBe(2)
})

it('options are asked for twice a second while requests run, or where changes are not heard of', async () => {
  for (const state of [
    { isHeard: true, isIdle: false },
    { isHeard: false, isIdle: true },
  ])
    expect(await openPoll(state).askedInHalfAMinute()).toBe(60)
})
