import { expect, test } from 'bun:test'
import type { StatisticsFigures } from '@weir/contract/statistics'
import { changeOf, errorRateOf, formatChange, formatFigure, shareOf } from './figures.ts'

const figures = (over: Partial<StatisticsFigures> = {}): StatisticsFigures => ({
  quota: 100,
  requests: 200,
  tokens: 1000,
  failures: 10,
  latency: 1500,
  cost: 60,
  margin: 40,
  ...over,
})
const display = { inCurrency: true, quotaPerUnit: 100 }

test('figures are written with their unit, and a dash where nobody says', () => {
  expect(formatFigure('quota', 12_345, display)).toBe('$123.45')
  expect(formatFigure('latency', 1500, display)).toBe('1.50 s')
  expect(formatFigure('requests', 12_345, display)).toBe('12.3k')
  expect(formatFigure('cost', undefined, display)).toBe('–')
})

test('amounts change by a share of what they were', () => {
  const change = changeOf('quota', figures({ quota: 150 }), figures())
  expect(change).toEqual({ by: 0.5, unit: 'share', trend: 'neutral' })
  expect(change && formatChange(change)).toBe('+50.0')
})

test('rates change by points', () => {
  const change = changeOf('failures', figures({ failures: 4 }), figures())
  expect(change?.unit).toBe('points')
  expect(change && formatChange(change)).toBe('-3.0')
  expect(change?.trend).toBe('better')
  expect(errorRateOf(figures({ requests: 0 }))).toBeUndefined()
})

test('a loss that grows is worse', () => {
  expect(changeOf('margin', figures({ margin: -50 }), figures({ margin: -10 }))).toMatchObject({ by: -4, trend: 'worse' })
  expect(changeOf('latency', figures({ latency: 3000 }), figures())).toMatchObject({ by: 1, trend: 'worse' })
})

test('nothing is compared with nothing', () => {
  expect(changeOf('quota', figures(), figures({ quota: 0 }))).toBeUndefined()
  expect(changeOf('failures', figures(), figures({ requests: 0, failures: 0 }))).toBeUndefined()
  expect(changeOf('cost', figures(), figures({ cost: null }))).toBeUndefined()
})

test('a part is told of a whole, which a time and a loss are not', () => {
  expect(shareOf('quota', figures({ quota: 25 }), figures())).toBe(0.25)
  expect(shareOf('latency', figures(), figures())).toBeUndefined()
  expect(shareOf('margin', figures({ margin: -3 }), figures())).toBeUndefined()
})
