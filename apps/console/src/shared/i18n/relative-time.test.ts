import { expect, test } from 'bun:test'
import { relativeTime } from './relative-time.ts'

test.each([
  [1000 - 180, 'en', '3 minutes ago'],
  [1000 + 2 * 86_400, 'en', 'in 2 days'],
  [1000 - 180, 'zh', '3分钟前'],
  [1000, 'en', 'now'],
] as const)('%d seen at 1000 in %s reads %s', (time, language, text) => {
  expect(relativeTime(time, 1000, language)).toBe(text)
})
