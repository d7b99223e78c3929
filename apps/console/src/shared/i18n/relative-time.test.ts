import { expect, test } from 'bun:test'
import { relativeTime } from './relative-time.ts'

test.each([
  [-59, '59 seconds ago'],
  [-60, '1 minute ago'],
  [-3599, '59 minutes ago'],
  [-3600, '1 hour ago'],
  [-86_399, '23 hours ago'],
  [-86_400, 'yesterday'],
  [-2_591_999, '29 days ago'],
  [-2_592_000, 'last month'],
  [-31_535_999, '12 months ago'],
  [-31_536_000, 'last year'],
  [1, 'in 1 second'],
  [86_400, 'tomorrow'],
] as const)('%d seconds away reads %s', (distance, text) => {
  expect(relativeTime(5000 + distance, 5000, 'en')).toBe(text)
})

test.each([
  [1000 - 180, 'en', '3 minutes ago'],
  [1000 + 2 * 86_400, 'en', 'in 2 days'],
  [1000 - 180, 'zh', '3分钟前'],
  [1000, 'en', 'now'],
] as const)('%d seen at 1000 in %s reads %s', (time, language, text) => {
  expect(relativeTime(time, 1000, language)).toBe(text)
})
