import { expect, it } from 'bun:test'
import { nextTurn } from '../../../../tools/testing/next-turn.ts'
import type { Options, StoredOption } from '@weir/store/repositories/options'
import { openSettings } from './live-settings.ts'

const open = () => {
  const state = {
    revision: 1,
    stored: [{ name: 'SystemName', value: 'One', isConfirmed: true, isWithheld: false }] as unknown as StoredOption[],
  }
  let reads = 0
  const options = {
    revision: async () => {
      await nextTurn()
      return state.revision
    },
    all: async () => {
      await nextTurn()
      reads++
      return state.stored
    },
  } as unknown as Options
  return { state, settings: openSettings(options), reads: () => reads }
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
