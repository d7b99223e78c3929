import type { StatisticsData, StatisticsFigure, StatisticsFigures } from '@weir/contract/statistics'
import { addSaturated } from '@weir/contract/values/quantity'
import type { StatisticsFigures as Sums, StatisticsShare } from '@weir/store/statistics/statistics'

const NOTHING: Sums = { requests: 0, failures: 0, quota: 0, tokens: 0, cost: 0, costedQuota: 0, elapsedMs: 0 }

const add = (a: Sums, b: Sums): Sums => ({
  requests: addSaturated(a.requests, b.requests),
  failures: addSaturated(a.failures, b.failures),
  quota: addSaturated(a.quota, b.quota),
  tokens: addSaturated(a.tokens, b.tokens),
  cost: addSaturated(a.cost, b.cost),
  costedQuota: addSaturated(a.costedQuota, b.costedQuota),
  elapsedMs: a.elapsedMs === undefined || b.elapsedMs === undefined ? undefined : addSaturated(a.elapsedMs, b.elapsedMs),
})

export const totalOf = (sums: readonly Sums[]): Sums => sums.reduce(add, NOTHING)

const latencyOf = ({ elapsedMs, requests }: Sums): number | null =>
  elapsedMs === undefined || requests <= 0 ? null : Math.round(elapsedMs / requests)

/** A row that no channel names a cost for adds nothing to either. */
const hasCost = ({ cost, costedQuota }: Sums): boolean => cost !== 0 || costedQuota !== 0

export const toFigures = (sums: Sums, isForAdmin: boolean): StatisticsFigures => ({
  quota: sums.quota,
  requests: sums.requests,
  tokens: sums.tokens,
  failures: sums.failures,
  latency: latencyOf(sums),
  ...(isForAdmin && {
    cost: hasCost(sums) ? sums.cost : null,
    margin: hasCost(sums) ? sums.costedQuota - sums.cost : null,
  }),
})

const keyOf = ({ id, name, owner }: StatisticsShare): string => `${id}\0${owner}\0${name}`

/** What was not measured stands last. */
const orderOf = (figure: StatisticsFigure, sums: Sums): number => toFigures(sums, true)[figure] ?? Number.NEGATIVE_INFINITY

export interface RankOptions {
  readonly sort: StatisticsFigure
  readonly limit: number
  readonly isForAdmin: boolean
}

/** The first by a figure, each beside what it came to before, and all others together. */
export const rankShares = (
  current: readonly StatisticsShare[],
  before: readonly StatisticsShare[],
  { sort, limit, isForAdmin }: RankOptions,
): Pick<StatisticsData, 'rows' | 'rest' | 'total'> => {
  const figures = (sums: Sums): StatisticsFigures => toFigures(sums, isForAdmin)
  const byKey = new Map(before.map((share) => [keyOf(share), share]))
  const ranked = current
    .map((share) => ({ share, order: orderOf(sort, share) }))
    .toSorted((a, b) => b.order - a.order || b.share.quota - a.share.quota || (keyOf(a.share) < keyOf(b.share) ? -1 : 1))
    .map(({ share }) => share)
  const first = ranked.slice(0, limit)
  const shown = new Set(first.map(keyOf))
  const others = before.filter((share) => !shown.has(keyOf(share)))
  return {
    total: { current: figures(totalOf(current)), before: figures(totalOf(before)) },
    rows: first.map((share) => ({
      id: share.id,
      name: share.name,
      owner: share.owner,
      current: figures(share),
      before: figures(byKey.get(keyOf(share)) ?? NOTHING),
    })),
    rest: {
      count: ranked.length - first.length,
      current: figures(totalOf(ranked.slice(limit))),
      before: figures(totalOf(others)),
    },
  }
}
