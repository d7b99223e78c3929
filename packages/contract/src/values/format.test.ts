import { describe, expect, test } from 'bun:test'
import { channelTypeById } from '../catalog/channel-types.ts'
import {
  LOG_QUOTA_DECIMALS,
  formatBalance,
  formatNumber,
  formatQuota,
  formatQuotaSum,
  formatSeconds,
  formatTimestamp,
  isJson,
  speedColor,
  stripTrailingSlash,
  truncate,
} from './format.ts'

const printedBalance = (type: number, balance: number): string | undefined => {
  const known = channelTypeById(type)
  if (known === undefined) throw new Error(`there is no type ${type}`)
  return formatBalance(balance, known.balanceUnit)
}

process.env.TZ = 'UTC'

const dollars = { quotaPerUnit: 500_000, inCurrency: true }
const units = { quotaPerUnit: 500_000, inCurrency: false }

describe('timestamps', () => {
  test.each([
    ['C-001', 0, '1970-01-01 00:00:00'],
    ['C-002 C-004', 1_700_000_000, '2023-11-14 22:13:20'],
    ['C-003', 1_704_164_645, '2024-01-02 03:04:05'],
  ])('%s %d prints %s', (_, time, printed) => {
    expect(formatTimestamp(time)).toBe(printed)
  })
})

describe('numbers', () => {
  test.each([
    ['C-005', 0, '0'],
    ['C-005', 9999, '9999'],
    ['C-006', 10_000, '10.0k'],
    ['C-007', 12_345, '12.3k'],
    ['C-008', 1_000_000, '1.0M'],
    ['C-008', 2_500_000, '2.5M'],
    ['C-009', 1_000_000_000, '1.0B'],
    ['C-009', 2_500_000_000, '2.5B'],
    ['rolls over', 999_950, '1.0M'],
    ['negative', -12_345, '-12.3k'],
  ])('%s %d prints %s', (_, value, printed) => {
    expect(formatNumber(value)).toBe(printed)
  })
})

describe('quota', () => {
  test('C-010 one unit of quota is one dollar', () => expect(formatQuota(500_000, dollars)).toBe('$1.00'))
  test.each([
    [500_000 * 999, 2, '$999.00'],
    [500_000 * 1000, 2, '$1,000.00'],
    [-500_000 * 1_234_567, 2, '-$1,234,567.00'],
    [500_000_000_000_000, 2, '$1,000,000,000.00'],
    [500_000_000 * 1234 + 617, 6, '$1,234,000.001234'],
  ])('%d at %d decimals is %s, the thousands apart', (quota, decimals, printed) =>
    expect(formatQuota(quota, dollars, decimals)).toBe(printed),
  )
  test('C-011 money has two decimals', () => expect(formatQuota(1_234_567, dollars)).toBe('$2.47'))
  test('C-012 log rows have six decimals', () => expect(formatQuota(1, dollars, LOG_QUOTA_DECIMALS)).toBe('$0.000002'))
  test.each([
    [625, '$0.00125'],
    [1, '$0.000002'],
    [0, '$0.00'],
    [500_000, '$1.00'],
    [-625, '-$0.00125'],
    [1_234_567, '$2.469134'],
  ])('a sum of %d has the digits it needs', (quota, text) => expect(formatQuotaSum(quota, dollars)).toBe(text))
  test('a sum that is not nothing never reads as nothing', () =>
    expect(formatQuotaSum(3, { quotaPerUnit: 100_000_000, inCurrency: true })).toBe('$0.00000003'))
  test('a sum without currency follows the number rule', () => expect(formatQuotaSum(500_000, units)).toBe('500.0k'))
  test('C-013 without currency the number rule applies', () => expect(formatQuota(500_000, units)).toBe('500.0k'))
  test('the sign stands before the currency', () => expect(formatQuota(-500_000, dollars)).toBe('-$1.00'))
  test.each([0, Number.NaN, -1])('a unit of %d counts as 1 instead of printing NaN', (quotaPerUnit) => {
    expect(formatQuota(3, { quotaPerUnit, inCurrency: true })).toBe('$3.00')
  })
})

describe('channel balance', () => {
  test.each([
    ['C-015', 1, { balance: 12.5, printed: '$12.50' }],
    ['C-016', 8, { balance: 12.5, printed: '$12.50' }],
    ['C-017', 4, { balance: 12.5, printed: '¥12.50' }],
    ['C-018', 12, { balance: 12.5, printed: '¥12.50' }],
    ['C-019', 5, { balance: 125_000, printed: '¥12.50' }],
    ['C-020', 10, { balance: 12_345, printed: '12.3k' }],
    ['C-021', 13, { balance: 12_345, printed: '12.3k' }],
    ['C-023', 1, { balance: 0, printed: '$0.00' }],
  ])('%s type %d prints its own money', (_, type, { balance, printed }) => {
    expect(printedBalance(type, balance)).toBe(printed)
  })

  test('thousands stand apart in balances as well', () => {
    expect([printedBalance(1, 1234.5), printedBalance(4, 1_000_000), printedBalance(5, 123_456_789)]).toEqual([
      '$1,234.50',
      '¥1,000,000.00',
      '¥12,345.68',
    ])
  })

  test('the sign of a debt stands before the currency', () => {
    expect([printedBalance(1, -1.2), printedBalance(1, -1234), printedBalance(4, -0.5), printedBalance(5, -125_000)]).toEqual([
      '-$1.20',
      '-$1,234.00',
      '-¥0.50',
      '-¥12.50',
    ])
  })

  test.each([2, 3, 14, 20, 33, 36])('C-022 type %d has no figure', (type) => expect(printedBalance(type, 12.5)).toBeUndefined())
})

describe('response time', () => {
  test.each([
    ['C-024', 0, 'grey'],
    ['C-025', 1, 'green'],
    ['C-025', 1000, 'green'],
    ['C-026', 1001, 'olive'],
    ['C-026', 3000, 'olive'],
    ['C-027', 3001, 'yellow'],
    ['C-027', 5000, 'yellow'],
    ['C-028', 5001, 'red'],
  ])('%s %d ms is %s', (_, milliseconds, color) => {
    expect<string>(speedColor(milliseconds)).toBe(color)
  })

  test('is printed in seconds with two decimals', () => expect(formatSeconds(1234)).toBe('1.23 s'))
})

describe('text', () => {
  test('C-029 fifteen characters stay', () => expect(truncate('abcdefghijklmno', 15)).toBe('abcdefghijklmno'))
  test('C-030 twenty characters become fifteen with an ellipsis', () =>
    expect(truncate('abcdefghijklmnopqrst', 15)).toBe('abcdefghijklmn…'))
  test('C-031 the JSON check', () => expect(['{"a":1}', '{a:1}', ''].map(isJson)).toEqual([true, false, false]))
  test('C-032 C-033 exactly one trailing slash goes', () => {
    expect(['https://a.b/', 'https://a.b', 'https://a.b//'].map(stripTrailingSlash)).toEqual(['https://a.b', 'https://a.b', 'https://a.b/'])
  })
})
