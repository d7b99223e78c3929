import { expect, it } from 'bun:test'
import { remember } from './remember.ts'
import { settingsFrom } from './settings.ts'

it('is worked out once for each state of the options', () => {
  let now = settingsFrom(new Map([['RetryTimes', '3']]))
  let times = 0
  const retries = remember(
    () => now,
    (settings) => {
      times += 1
      return settings.number('RetryTimes')
    },
  )
  expect([retries(), retries(), times]).toEqual([3, 3, 1])
  now = settingsFrom(new Map([['RetryTimes', '5']]))
  expect([retries(), retries(), times]).toEqual([5, 5, 2])
})
