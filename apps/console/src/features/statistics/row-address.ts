import { LogType } from '@weir/contract/log'
import type { StatisticsData, StatisticsDimension, StatisticsFigure } from '@weir/contract/statistics'
import { logWith, type LogAddress } from '../../shared/navigation/log-address.ts'

type Row = Pick<StatisticsData['rows'][number], 'id' | 'name' | 'owner'>

/** `undefined` where the log cannot be narrowed to it: a name that is not known. */
const filterOf = (by: StatisticsDimension, { id, name, owner }: Row): LogAddress | undefined => {
  if (by === 'channel') return id === 0 ? undefined : { channel: id }
  if (name === '') return undefined
  switch (by) {
    case 'user':
      return { username: name }
    case 'token':
      return { token_name: name, ...(owner !== '' && { username: owner }) }
    case 'model':
      return { model_name: name }
    case 'group':
      return { group: name }
  }
}

/** The log takes the end of a window for a part of it. */
export const periodAddress = ({ start, end }: Pick<StatisticsData, 'start' | 'end'>): LogAddress => ({
  type: LogType.consume,
  start,
  end: end - 1,
})

export const figureAddress = (period: LogAddress, figure: StatisticsFigure): string =>
  logWith({ ...period, ...(figure === 'failures' && { outcome: 'failed' }) })

/** The rows of the log behind a figure of a row. */
export const rowAddress = (
  by: StatisticsDimension,
  row: Row,
  { period, figure }: { readonly period: LogAddress; readonly figure: StatisticsFigure },
): string | undefined => {
  const filter = filterOf(by, row)
  return filter === undefined ? undefined : figureAddress({ ...period, ...filter }, figure)
}
