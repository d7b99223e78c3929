import { expect, test } from 'bun:test'
import type { StatisticsData, StatisticsFigures } from '@weir/contract/statistics'
import { statisticsCsvRows } from './statistics-csv.ts'

const figures = (quota: number): StatisticsFigures => ({
  quota,
  requests: 2,
  tokens: 3,
  failures: 1,
  latency: null,
  cost: null,
  margin: null,
})
const compared = (quota: number) => ({ current: figures(quota), before: figures(1) })
const data: StatisticsData = {
  start: 0,
  end: 1,
  before_start: 0,
  before_end: 0,
  step: 3600,
  total: compared(9),
  rows: [{ id: 0, name: 'laptop', owner: 'ada', ...compared(150) }],
  rest: { count: 0, ...compared(0) },
  slices: [],
  uncounted: 0,
}
const options = {
  by: 'token',
  figures: ['quota', 'cost', 'requests', 'latency'],
  display: { inCurrency: true, quotaPerUnit: 100 },
  isAdmin: true,
  text: (title: string) => title,
} as const

test('the table has money in units and in currency, and the period before', () => {
  expect(statisticsCsvRows(data, options)).toEqual([
    [
      'owner',
      'name',
      'figure.quota (units)',
      'figure.quota',
      'figure.cost (units)',
      'figure.cost',
      'figure.requests',
      'figure.latency',
      'figure.quota (units), before',
      'figure.quota, before',
      'figure.cost (units), before',
      'figure.cost, before',
      'figure.requests, before',
      'figure.latency, before',
    ],
    ['ada', 'laptop', 150, 1.5, '', '', 2, '', 1, 0.01, '', '', 2, ''],
  ])
})

test('all others stand in one line, and a channel has its number', () => {
  const [head, first, rest] = statisticsCsvRows(
    { ...data, rows: [{ id: 7, name: 'paris', owner: '', ...compared(1) }], rest: { count: 3, ...compared(5) } },
    { ...options, by: 'channel', figures: ['requests'] },
  )
  expect([head, first, rest]).toEqual([
    ['id', 'name', 'figure.requests', 'figure.requests, before'],
    [7, 'paris', 2, 2],
    ['', 'rest', 2, 2],
  ])
})
