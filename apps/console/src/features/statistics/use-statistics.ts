import { useCallback, useMemo, useState } from 'react'
import {
  getOwnStatistics,
  getStatistics,
  OWN_DIMENSIONS,
  OWN_FIGURES,
  STATISTICS_DIMENSIONS,
  STATISTICS_FIGURES,
  STATISTICS_ROWS,
  type StatisticsData,
  type StatisticsDimension,
  type StatisticsFigure,
} from '@weir/contract/statistics'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { READERS_ZONE } from '../../shared/browser/readers-zone.ts'
import { useAddress } from '../../shared/list/state/use-address.ts'
import { askedPeriods, parsePeriod } from './period.ts'

/** Rows on the page where all are asked for; a table to keep has more. */
const ALL_ROWS = 500

/** What each kind of reader may ask for. */
export const choicesFor = (isAdmin: boolean) => ({
  dimensions: isAdmin ? STATISTICS_DIMENSIONS : OWN_DIMENSIONS,
  figures: isAdmin ? STATISTICS_FIGURES : OWN_FIGURES,
})

const chosen = <T extends string>(choices: readonly T[], text: string | null, usual: T): T =>
  choices.find((choice) => choice === text) ?? usual

/** Without cost where no channel says what its upstream takes, unless it is asked for. */
export const shownFigures = (isAdmin: boolean, sort: StatisticsFigure, { current, before }: StatisticsData['total']) => {
  const hasCost = typeof current.cost === 'number' || typeof before.cost === 'number'
  return choicesFor(isAdmin).figures.filter((figure) => hasCost || figure === sort || (figure !== 'cost' && figure !== 'margin'))
}

/** What is asked for lives in the address. */
export const useStatisticsAddress = (isAdmin: boolean) => {
  const [params, change] = useAddress()
  const { dimensions, figures } = choicesFor(isAdmin)
  return {
    by: chosen<StatisticsDimension>(dimensions, params.get('by'), isAdmin ? 'user' : 'token'),
    sort: chosen<StatisticsFigure>(figures, params.get('sort'), 'quota'),
    period: useMemo(() => parsePeriod(params), [params]),
    isWhole: params.get('rows') === 'all',
    change,
  }
}

export type StatisticsAddress = ReturnType<typeof useStatisticsAddress>

export const useStatistics = (isAdmin: boolean, { by, sort, period, isWhole }: StatisticsAddress) => {
  const [now, setNow] = useState(() => new Date())
  const asked = askedPeriods(period, now)
  const limit = isWhole ? ALL_ROWS : STATISTICS_ROWS
  const all = useEndpoint(getStatistics, { query: { ...asked, time_zone: READERS_ZONE, by, sort, limit } }, { enabled: isAdmin })
  const own = useEndpoint(
    getOwnStatistics,
    {
      query: {
        ...asked,
        time_zone: READERS_ZONE,
        by: chosen(OWN_DIMENSIONS, by, 'token'),
        sort: chosen(OWN_FIGURES, sort, 'quota'),
        limit,
      },
    },
    { enabled: !isAdmin },
  )
  const { data, isError, isFetching, refetch } = isAdmin ? all : own
  const times = Object.values(asked).join()
  const refresh = useCallback(() => {
    const later = new Date()
    // The same question again is none to the cache: the period has not moved on since, or never does.
    if (Object.values(askedPeriods(period, later)).join() === times) void refetch()
    else setNow(later)
  }, [period, times, refetch])
  return { data: data ?? undefined, isError, isFetching, asked, refresh }
}
