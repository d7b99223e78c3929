import { describe, expect, it } from 'bun:test'
import { costOf, ratiosFor, type BillableTokens } from '@weir/ledger/price'
import { recompute } from '@weir/relay/charging/charge-detail'
import { settingsFrom } from '../settings/settings.ts'
import { priceOf } from './prices.ts'

interface Kept {
  readonly kind: string
  readonly model: string
  readonly options: Readonly<Record<string, string>>
  readonly usage: BillableTokens & Readonly<Record<string, unknown>>
  /** As a row from before service tiers and group sheets holds it. */
  readonly price: Readonly<Record<string, unknown>>
  readonly charge: number
}

const flat = { model: 1, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 }
const tokens = (over: object = {}) => ({ input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream', ...over })

const ROWS: readonly Kept[] = [
  {
    kind: 'a model of the catalogue, with cached input',
    model: 'gpt-4o',
    options: { GroupRatio: '{"vip":0.5}' },
    usage: tokens({ input: 1001, cacheRead: 500, output: 77 }),
    price: { model: 1.25, group: 0.5, completion: 4, cacheRead: 0.5, cacheWrite: 1 },
    // (1001 + 500 * 0.5 + 77 * 4) * 1.25 * 0.5 = 974.375
    charge: 975,
  },
  {
    kind: 'ratios of the operator',
    model: 'gpt-4o',
    options: { ModelRatio: '{"gpt-4o":0.3}', CompletionRatio: '{"gpt-4o":2}', GroupRatio: '{"vip":1.1}' },
    usage: tokens({ input: 10, output: 5 }),
    price: { model: 0.3, group: 1.1, completion: 2, cacheRead: 0.5, cacheWrite: 1 },
    charge: 7,
  },
  {
    kind: 'a long prompt',
    model: 'gemini-2.5-pro',
    options: {},
    usage: tokens({ input: 200_001, output: 10 }),
    price: { model: 1.25, group: 1, completion: 6, cacheRead: 0.1, cacheWrite: 1 },
    charge: 250_077,
  },
  {
    kind: 'calls of a tool',
    model: 'gpt-5',
    options: {},
    usage: tokens({ input: 100, output: 10, calls: { webSearch: 2 } }),
    price: { model: 0.625, group: 1, completion: 8, cacheRead: 0.1, cacheWrite: 1, fees: { webSearch: 5000 } },
    // (100 + 80) * 0.625 + 10 000 = 10 112.5
    charge: 10_113,
  },
  {
    kind: 'a query',
    model: 'rerank-v3.5',
    options: {},
    usage: tokens({ input: 1, unit: 'query' }),
    price: { ...flat, model: 1000 },
    charge: 1000,
  },
  {
    kind: 'a model without a price',
    model: 'made-up',
    options: {},
    usage: tokens({ input: 3, output: 4 }),
    price: { ...flat, model: 30 },
    charge: 210,
  },
]

describe('prices of an installation from before', () => {
  it.each(ROWS)('are the same to the unit for $kind: the row alone says so', ({ price, usage, charge }) => {
    expect(Number(recompute({ detail: JSON.stringify({ price, usage }) }))).toBe(charge)
  })

  it.each(ROWS)('are the same to the unit for $kind: the same request costs as much today', ({ model, options, usage, charge }) => {
    const price = priceOf(model, 'vip', settingsFrom(new Map(Object.entries(options))))
    const promptTokens = usage.input + usage.cacheRead + usage.cacheWrite
    expect(Number(costOf(usage, ratiosFor(price, promptTokens)))).toBe(charge)
  })
})
