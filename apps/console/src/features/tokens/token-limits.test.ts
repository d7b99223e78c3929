import { expect, test } from 'bun:test'
import { translatorFor } from '../../shared/i18n/translate.ts'
import { zh } from '../../shared/i18n/zh.ts'
import { isUsed, limitsText } from './token-limits.ts'

const t = translatorFor(zh)

test.each([
  [{ models: '', subnet: '', group: '' }, ''],
  [{ models: 'gpt-4o', subnet: '', group: '' }, 'gpt-4o'],
  [{ models: 'gpt-4o,gpt-5', subnet: '10.0.0.0/8', group: 'vip' }, '2 个模型 · 1 个网段 · 分组 vip'],
])('%j is told as %s', (limits, text) => {
  expect(limitsText(limits, t)).toBe(text)
})

test('a token that was only made has not been used', () => {
  expect([0, 100, 101].map((accessed_time) => isUsed({ accessed_time, created_time: 100 }))).toEqual([false, false, true])
})
