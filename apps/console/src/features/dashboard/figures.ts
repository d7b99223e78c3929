import type { DashboardData } from '@weir/contract/dashboard'
import { slotsOf } from './period.ts'

type Totals = DashboardData['current']

export const figureNames = ['requests', 'quota', 'tokens', 'success', 'latency'] as const
export type FigureName = (typeof figureNames)[number]

/** `undefined` where there is nothing to measure. */
export const valueOf = (name: FigureName, totals: Totals): number | undefined => {
  switch (name) {
    case 'requests':
    case 'quota':
    case 'tokens':
      return totals[name]
    case 'success':
      return totals.requests === 0 ? undefined : 1 - totals.failures / totals.requests
    case 'latency':
      return totals.requests === 0 ? undefined : totals.median_latency
  }
}

export type Trend = 'better' | 'worse' | 'neutral'

export interface Change {
  /** A share of the earlier value; for the success rate the difference itself. */
  readonly by: number
  readonly trend: Trend
  /** A rate is compared by points: a share of a share says nothing. */
  readonly isInPoints: boolean
}

const trendOf = (name: FigureName, by: number): Trend => {
  if (by === 0 || (name !== 'success' && name !== 'latency')) return 'neutral'
  return by > 0 === (name === 'success') ? 'better' : 'worse'
}

/** Against the period before; `undefined` when there is nothing to compare with. */
export const changeOf = (name: FigureName, { current, previous }: Pick<DashboardData, 'current' | 'previous'>): Change | undefined => {
  const now = valueOf(name, current)
  const before = valueOf(name, previous)
  if (now === undefined || before === undefined || (before === 0 && name !== 'success')) return undefined
  const by = name === 'success' ? now - before : (now - before) / before
  return { by, trend: trendOf(name, by), isInPoints: name === 'success' }
}

/** Course of a figure over the slices. Latency is known for the whole period only. */
export const courseOf = (name: FigureName, data: DashboardData): readonly number[] => {
  if (name === 'latency' || data.slices.length === 0) return []
  const bySlot = Map.groupBy(data.slices, ({ time }) => time)
  return slotsOf(data).map((slot) => {
    const total = { requests: 0, failures: 0, quota: 0, tokens: 0, median_latency: 0 }
    for (const slice of bySlot.get(slot) ?? []) {
      total.requests += slice.requests
      total.failures += slice.failures
      total.quota += slice.quota
      total.tokens += slice.tokens
    }
    return valueOf(name, total) ?? 1
  })
}
