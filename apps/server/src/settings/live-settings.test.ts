import { expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import type { Options, StoredOption } from '@weir/store/repositories/options'
import { openSettings } from './live-settings.ts'

const open = () => {
  const state = {
    revision: 1,
    isAway: false,
    read: undefined as (() => Promise<StoredOption[]>) | undefined,
    stored: [{ name: 'SystemName', value: 'One', isConfirmed: true, isWithheld: false }] as unknown as StoredOption[],
  }
  let reads = 0
  const time = { now: 5000 }
  const options = {
    revision: async () => {
      await nextTurn()
      if (state.isAway) throw new Error('the database is away')
      return state.revision
    },
    all: async () => {
      await nextTurn()
      reads++
      return await (state.read?.() ?? state.stored)
    },
  } as unknown as Options
  return { state, settings: openSettings(options, () => time.now), time, reads: () => reads }
}

it('settings are those of the database from the first moment', async () => {
  const { settings } = open()
  expect((await settings).current().text('SystemName')).toBe('One')
})

it('settings are read again when somebody has changed them, and only then', async () => {
  const { state, settings, reads } = open()
  const live = await settings
  state.stored = [{ name: 'SystemName', value: 'Two', isConfirmed: true, isWithheld: false }] as unknown as StoredOption[]
  await live.refresh()
  expect([live.current().text('SystemName'), reads()]).toEqual(['One', 1])
  state.revision = 2
  await live.refresh()
  expect([live.current().text('SystemName'), reads()]).toEqual(['Two', 2])
})

const named = (value: string) => [{ name: 'SystemName', value, isConfirmed: true, isWithheld: false }] as unknown as StoredOption[]

it('settings have to be renewed before they are used when they were read a second ago, or by a clock that was set back since', async () => {
  for (const now of [6000, 4999]) {
    const { state, settings, time } = open()
    const live = await settings
    time.now = 5999
    expect(live.renewal()).toBeUndefined()
    state.stored = named('Two')
    state.revision = 2
    time.now = now
    await Promise.all([live.renewal(), live.renewal()])
    expect([live.current().text('SystemName'), live.renewal()]).toEqual(['Two', undefined])
  }
})

it('settings stay as they were while the database is away', async () => {
  const { state, settings, time } = open()
  const live = await settings
  time.now = 9000
  state.isAway = true
  await live.renewal()
  expect(live.current().text('SystemName')).toBe('One')
  expect(live.renewal()).toBeInstanceOf(Promise)
})

it('settings read before a change do not replace those read after it', async () => {
  const { state, settings } = open()
  const live = await settings
  state.revision = 2
  const slow = Promise.withResolvers<StoredOption[]>()
  const answers = [slow.promise, Promise.resolve(named('Three'))]
  state.read = () => answers.shift() ?? Promise.resolve(named('Four'))
  const earlier = live.refresh()
  await live.refresh()
  slow.resolve(named('Two'))
  await earlier
  expect(live.current().text('SystemName')).toBe('Three')
})
