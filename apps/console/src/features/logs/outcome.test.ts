import { expect, test } from 'bun:test'
import { en } from '../../shared/i18n/en.ts'
import { translatorFor } from '../../shared/i18n/translate.ts'
import { zh } from '../../shared/i18n/zh.ts'
import { outcomeBadges, reasonOf } from './outcome.ts'

const chinese = { t: translatorFor(zh), language: 'zh' } as const
const english = { t: translatorFor(en), language: 'en' } as const

test('every outcome has a colour of its own, and failure alone is red', () => {
  const colors = Object.values(outcomeBadges).map(({ color }) => color)
  expect(new Set(colors).size).toBe(5)
  expect([outcomeBadges.failed.color, outcomeBadges.ok.color]).toEqual(['red', 'green'])
})

test.each([
  [{ fault: 'unreachable' }, '无法连接上游', 'The upstream cannot be reached'],
  [{ fault: 'overloaded' }, '上游过载', 'The upstream is overloaded'],
  [{ fault: 'no-channel' }, '没有可用渠道', 'No channel available'],
  [{ fault: 'user-quota' }, '用户额度不足', 'Not enough quota of the user'],
  [{ fault: 'caller-left' }, '调用方在响应前离开', 'The caller left before an answer'],
  [{ fault: '', cut_by: 'caller' }, '调用方中途离开', 'The caller disconnected midway'],
  [{ fault: 'from elsewhere' }, 'from elsewhere', 'from elsewhere'],
  [{ fault: '' }, '', ''],
] as const)('%p reads as %p and %p', (row, inChinese, inEnglish) => {
  expect([reasonOf(row, chinese), reasonOf(row, english)]).toEqual([inChinese, inEnglish])
})
