import { getOwnStatistics, getStatistics, type StatisticsData, type StatisticsDimension } from '@weir/contract/statistics'
import type { Clock } from '@weir/relay/ports'
import type { Store } from '@weir/store/open-store'
import { comparedPeriods, type AskedPeriods } from '../statistics/compared-periods.ts'
import { rankShares, toFigures, type RankOptions } from '../statistics/rank-shares.ts'
import { route, type Route } from './route.ts'

interface Dependencies {
  readonly store: Pick<Store, 'statistics' | 'channels'>
  readonly clock: Clock
}

interface Question extends RankOptions {
  readonly asked: AskedPeriods
  readonly by: StatisticsDimension
  readonly userId?: number
}

export const statisticsRoutes = ({ store: { statistics, channels }, clock }: Dependencies): readonly Route[] => {
  const answer = async ({ asked, by, userId, ...options }: Question): Promise<StatisticsData> => {
    const { current, before, step } = comparedPeriods(asked, Math.floor(clock() / 1000))
    const shares = await statistics.shares({ ...current, userId }, by)
    const earlier = await statistics.shares({ ...before, userId }, by)
    const course = await statistics.course({ ...current, userId }, step)
    return {
      ...current,
      before_start: before.start,
      before_end: before.end,
      step,
      ...rankShares(shares.rows, earlier.rows, options),
      slices: course.rows.map((slice) => ({ time: slice.time, ...toFigures(slice, options.isForAdmin) })),
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
