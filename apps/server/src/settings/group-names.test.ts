import { expect, it } from 'bun:test'
import { groupNames } from './group-names.ts'
import { settingsFrom } from './settings.ts'

it('names the groups that have a ratio and the one that everybody starts in, by their letters', () => {
  const namesOf = (ratios: string) => groupNames(settingsFrom(new Map([['GroupRatio', ratios]])))
  expect(namesOf('{"vip":1,"basic":2}')).toEqual(['basic', 'default', 'vip'])
  expect(namesOf('{"zoo":1,"default":2}')).toEqual(['default', 'zoo'])
})
