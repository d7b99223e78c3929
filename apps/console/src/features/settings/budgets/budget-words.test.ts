import { describe, expect, it } from 'bun:test'
import type { BudgetObject } from '@weir/contract/budget'
import { budget as en } from '../../../shared/i18n/en/budget.ts'
import { budget as zh } from '../../../shared/i18n/zh/budget.ts'
import { translatorFor } from '../../../shared/i18n/translate.ts'
import { allowanceOf, percentUsed, standingOf, subjectOf } from './budget-words.ts'

const budget: BudgetObject = {
  id: 3,
  scope: 'token',
  scope_id: 9,
  scope_name: 'ci',
  model: '',
  unit: 'requests',
  period: 'day',
  limit: 1000,
  hard: true,
  used: 790,
  reserved: 10,
  remaining: 200,
  resets_at: null,
  created_time: 0,
  revision: '1 1000 hard',
}
const display = { quotaPerUnit: 500_000, inCurrency: true }
const [inEnglish, inChinese] = [translatorFor(en), translatorFor(zh)]

describe('the words of a budget', () => {
  it('say what it allows', () => {
    expect(allowanceOf(budget, display, inEnglish)).toBe('1,000 requests per day')
    expect(allowanceOf(budget, display, inChinese)).toBe('每天 1,000 次请求')
    expect(allowanceOf({ ...budget, unit: 'quota', period: 'month', limit: 5_000_000 }, display, inEnglish)).toBe('$10.00 per month')
    expect(allowanceOf({ ...budget, unit: 'tokens', period: 'total' }, display, inEnglish)).toBe('1,000 tokens in all')
  })

  it.each([
    ['requests', '1 request per day', '每天 1 次请求'],
    ['tokens', '1 token per day', '每天 1 个 Token'],
    ['quota', '1 unit of quota per day', '每天 1 点额度'],
  ] as const)('name one of %s in the singular', (unit, english, chinese) => {
    const one = { ...budget, unit, limit: 1 }
    const inUnits = { ...display, inCurrency: false }
    expect([allowanceOf(one, inUnits, inEnglish), allowanceOf(one, inUnits, inChinese)]).toEqual([english, chinese])
  })

  it('say whom it is about', () => {
    expect(subjectOf(budget, inEnglish)).toBe('Token "ci"')
    expect(subjectOf({ ...budget, scope: 'group', model: 'gpt-4o' }, inChinese)).toBe('分组「ci」，模型 gpt-4o')
  })

  it('say what is left and when it begins again', () => {
    expect(standingOf(budget, display, inEnglish)).toBe('200 of 1,000 left · 10 held by running requests · never resets')
    expect(standingOf({ ...budget, reserved: 0, remaining: 210 }, display, inChinese)).toBe('剩余 210 / 1,000 · 不会重置')
    expect(percentUsed(budget)).toBe(80)
    expect(percentUsed({ used: 5, reserved: 0, limit: 2 })).toBe(100)
  })
})
