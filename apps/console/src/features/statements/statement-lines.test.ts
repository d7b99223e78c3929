import { expect, test } from 'bun:test'
import type { StatementObject } from '@weir/contract/ledger/statement'
import { en } from '../../shared/i18n/en.ts'
import { translatorFor } from '../../shared/i18n/translate.ts'
import { amountText, daysOf, kindText, reasonText, recentMonths, statementCsvRows, summaryLines } from './statement-lines.ts'

const t = translatorFor(en)

const statement: StatementObject = {
  user_id: 7,
  username: 'alice',
  month: '2026-11',
  time_zone: 'Asia/Shanghai',
  start: Date.parse('2026-10-31T16:00:00Z') / 1000,
  end: Date.parse('2026-11-30T16:00:00Z') / 1000,
  is_over: true,
  opening: 500_000,
  closing: 1_250_100,
  total_credits: 1_000_000,
  total_charges: 250_000,
  total_corrections: 100,
  credits: [{ time: Date.parse('2026-11-01T00:00:00Z') / 1000, kind: 'top-up', amount: 900_000, reason: 'invoice 7' }],
  more_credits: { count: 2, amount: 100_000 },
  charges: [{ model: 'gpt-4o', requests: 3, prompt_tokens: 100, completion_tokens: 20, amount: 249_000 }],
  unlisted_charges: 1000,
  corrections: [{ model: 'gpt-4o', requests: 1, amount: 100 }],
}

test('the summary leads from the opening to the closing balance', () => {
  const amounts = summaryLines(statement).map(({ amount }) => amount)
  expect(amounts).toEqual([500_000, 1_000_000, -250_000, 100, 1_250_100])
  expect(amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0)).toBe(1_250_100)
})

test('the file has a line for each amount, by the clocks of the statement, and they add up to the last', () => {
  const [head, ...rows] = statementCsvRows(statement, { quotaPerUnit: 500_000, inCurrency: true }, t)
  expect(head?.length).toBe(9)
  expect(rows).toEqual([
    ['Opening balance', '', '', '', '', '', '', 500_000, 1],
    ['Credits', '2026-11-01 08:00:00', 'Top-up', 'invoice 7', '', '', '', 900_000, 1.8],
    ['Credits', '', '2 more', '', '', '', '', 100_000, 0.2],
    ['Charges', '', 'gpt-4o', '', 3, 100, 20, -249_000, -0.498],
    ['Charges', '', 'Charges that are not in the log', '', '', '', '', -1000, -0.002],
    ['Corrections', '', 'gpt-4o', '', 1, '', '', 100, 0.0002],
    ['Closing balance', '', '', '', '', '', '', 1_250_100, 2.5002],
  ])
})

test('a month is told by its first and its last day', () => {
  expect(daysOf(statement)).toEqual({ start: '2026-11-01', end: '2026-11-30' })
})

test('amounts are exact, in dollars or in whole units', () => {
  expect(amountText(-1_234_567, { quotaPerUnit: 500_000, inCurrency: true })).toBe('-$2.469134')
  expect(amountText(-1_234_567, { quotaPerUnit: 500_000, inCurrency: false })).toBe('-1,234,567')
})

test('a kind that is not known is told by its name, and notes of the program are left out', () => {
  expect([kindText('redeem', t), kindText('refund', t)]).toEqual(['Redemption code', 'refund'])
  expect([reasonText('registration'), reasonText('paid twice')]).toEqual(['', 'paid twice'])
})

test('the months offered end with the running one', () => {
  expect(recentMonths(new Date('2026-02-15T12:00:00Z'), 3)).toEqual(['2026-02', '2026-01', '2025-12'])
})
