import { expect, it } from 'bun:test'
import { settingsFrom } from '../settings/settings.ts'
import { createPerSettings } from './per-settings.ts'

it('is worked out once for every model and group, and anew for other prices', () => {
  const made: string[] = []
  const answer = createPerSettings((model, group) => {
    made.push(`${group}/${model}`)
    return { model, group }
  })
  const settings = settingsFrom(new Map())
  expect(answer('m', 'g', settings)).toBe(answer('m', 'g', settings))
  expect(answer('m', 'other', settings)).toEqual({ model: 'm', group: 'other' })
  expect(answer('n', 'g', settings)).toEqual({ model: 'n', group: 'g' })
  expect(made).toEqual(['g/m', 'other/m', 'g/n'])
  answer('m', 'g', settingsFrom(new Map([['SystemName', 'Weir']])))
  expect(made).toEqual(['g/m', 'other/m', 'g/n'])
  answer('m', 'g', settingsFrom(new Map([['GroupRatio', '{"g":2}']])))
  expect(made).toEqual(['g/m', 'other/m', 'g/n', 'g/m'])
})

it('is forgotten once ten thousand are known, so that invented names take no memory for good', () => {
  let made = 0
  const answer = createPerSettings(() => ({ at: ++made }))
  const settings = settingsFrom(new Map())
  for (let name = 0; name < 10_000; name++) answer(String(name), '', settings)
  expect([answer('0', '', settings).at, made]).toEqual([10_001, 10_001])
  expect(answer('0', '', settings).at).toBe(10_001)
})
