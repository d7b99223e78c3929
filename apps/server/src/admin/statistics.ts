import { getOwnStatistics, getStatistics, type StatisticsData, type StatisticsDimension } from '@weir/contract/statistics'
import type { Clock } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { comparedPeriods, type AskedPeriods } from '../statistics/compared-periods.ts'
import { rankShares, toFigures, type RankOptions } from '../statistics/rank-shares.ts'
import { dayBounds, sumByDay } from '../statistics/zone-days.ts'
import { route, type Route } from './route.ts'

interface Dependencies {
  readonly store: Pick<Store, 'statistics' | 'channels'>
  readonly clock: Clock
}

const HOUR = 3600
const DAY = 24 * HOUR

interface Question extends RankOptions {
  readonly asked: AskedPeriods & { readonly time_zone?: string | undefined }
  readonly by: StatisticsDimension
  readonly userId?: number
}

export const statisticsRoutes = ({ store: { statistics, channels }, clock }: Dependencies): readonly Route[] => {
  const answer = async ({ asked, by, userId, ...options }: Question): Promise<StatisticsData> => {
    const { current, before, step } = comparedPeriods(asked, Math.floor(clock() / 1000))
    const bounds = step === DAY && asked.time_zone !== undefined ? dayBounds(asked.time_zone, current) : undefined
    const [shares, earlier, course] = await Promise.all([
      statistics.shares({ ...current, userId }, by),
      statistics.shares({ ...before, userId }, by),
      statistics.course({ ...current, userId }, bounds === undefined ? step : HOUR),
    ])
    const slices = bounds === undefined ? course.rows : sumByDay(course.rows, bounds)
    return {
      ...current,
      before_start: before.start,
      before_end: before.end,
      step,
      ...(bounds !== undefined && { bounds: [...bounds] }),
      ...rankShares(shares.rows, earlier.rows, options),
      slices: slices.map((slice) => ({ time: slice.time, ...toFigures(slice, options.isForAdmin) })),
      uncounted: Math.max(shares.uncounted, course.uncounted),
    }
  }

  return [
    route(getStatistics, async ({ query: { by, sort, limit, ...asked } }) => {
      const data = await answer({ asked, by, sort, limit, isForAdmin: true })
      if (by !== 'channel') return data
      const names = await channels.names(data.rows.map(({ id }) => id))
      return { ...data, rows: data.rows.map((row) => ({ ...row, name: names.get(row.id) ?? '' })) }
    }),
    route(getOwnStatistics, ({ query: { by, sort, limit, ...asked } }, { actor }) =>
      answer({ asked, by, sort, limit, isForAdmin: false, userId: actor.id }),
    ),
  ]
}
