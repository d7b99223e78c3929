import type { Store } from '@weir/store/open-store'
import type { StatisticsDimension } from '@weir/store/statistics/statistics'
import { measure } from './measure.ts'
import { DAY, NOW, skewed, USERS } from './rows.ts'

/** As the page asks: who had most in a period and in the one before, and its course. The month begins at a midnight that is none in UTC. */
export const measureStatistics = async ({ statistics }: Store): Promise<void> => {
  const ask = async (days: number, by: StatisticsDimension, userId?: number): Promise<void> => {
    const start = NOW - days * DAY - 8 * 3600 + 1
    await Promise.all([
      statistics.shares({ start, end: NOW, userId }, by),
      statistics.shares({ start: start - (NOW - start), end: start, userId }, by),
      statistics.course({ start, end: NOW, userId }, days > 2 ? DAY : 3600),
    ])
  }
  for (const [name, days] of [
    ['day', 1],
    ['month', 29],
  ] as const) {
    for (const by of ['user', 'token', 'model', 'channel', 'group'] as const)
      await measure(`statistics of a ${name} by ${by}`, () => ask(days, by))
    for (const by of ['token', 'model'] as const) await measure(`own statistics of a ${name} by ${by}`, () => ask(days, by, skewed(USERS)))
  }
}
