import type { StatisticsFigure, StatisticsFigures } from '@weir/contract/statistics'
import { formatNumber, formatQuota, formatSeconds, type QuotaDisplay } from '@weir/contract/values/format'

export const NOTHING = '–'

/** `undefined` where there is nothing to measure, or nobody says. */
export const valueOf = (figure: StatisticsFigure, figures: StatisticsFigures): number | undefined => figures[figure] ?? undefined

/** Failures are told as a share of the requests. */
export const errorRateOf = ({ failures, requests }: StatisticsFigures): number | undefined =>
  requests === 0 ? undefined : failures / requests

export const formatShare = (share: number): string => `${(share * 100).toFixed(1)}%`

export const formatFigure = (figure: StatisticsFigure, value: number | undefined, display: QuotaDisplay): string => {
  if (value === undefined) return NOTHING
  switch (figure) {
    case 'quota':
    case 'cost':
    case 'margin':
      return formatQuota(value, display)
    case 'requests':
    case 'tokens':
    case 'failures':
      return formatNumber(value)
    case 'latency':
      return formatSeconds(value)
  }
}

export interface Change {
  readonly by: number
  /** Of the value before; or the difference of two rates. */
  readonly unit: 'share' | 'points'
  readonly trend: 'better' | 'worse' | 'neutral'
}

const trendOf = (figure: StatisticsFigure, by: number): Change['trend'] => {
  if (by === 0) return 'neutral'
  switch (figure) {
    case 'failures':
    case 'latency':
      return by > 0 ? 'worse' : 'better'
    case 'margin':
      return by > 0 ? 'better' : 'worse'
    case 'quota':
    case 'cost':
    case 'requests':
    case 'tokens':
      return 'neutral'
  }
}

/** Against the period before; `undefined` where there is nothing to compare with. Failures are compared as rates. */
export const changeOf = (figure: StatisticsFigure, current: StatisticsFigures, before: StatisticsFigures): Change | undefined => {
  const isRate = figure === 'failures'
  const now = isRate ? errorRateOf(current) : valueOf(figure, current)
  const then = isRate ? errorRateOf(before) : valueOf(figure, before)
  if (now === undefined || then === undefined || (then === 0 && !isRate)) return undefined
  const by = isRate ? now - then : (now - then) / Math.abs(then)
  return { by, unit: isRate ? 'points' : 'share', trend: trendOf(figure, by) }
}

/** Without its unit, with a sign. */
export const formatChange = ({ by }: Change): string => `${by < 0 ? '-' : '+'}${(Math.abs(by) * 100).toFixed(1)}`

/** What the bar beside a name stands for; nothing where the figure is no part of a whole. */
export const shareOf = (figure: StatisticsFigure, row: StatisticsFigures, total: StatisticsFigures): number | undefined => {
  const [own, whole] = [valueOf(figure, row), valueOf(figure, total)]
  if (figure === 'latency' || own === undefined || whole === undefined || whole <= 0 || own < 0) return undefined
  return Math.min(1, own / whole)
}
