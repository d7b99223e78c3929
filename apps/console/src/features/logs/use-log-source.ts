import { listLogs, listOwnLogs, statLogs, statOwnLogs, type LogObject } from '@weir/contract/log'
import { useMemo, useRef } from 'react'
import { call } from '../../shared/api/api-client.ts'
import type { ListSource } from '../../shared/list/state/use-list.ts'
import { adminQuery, openEnd, ownQuery, type LogFilter } from './filter/log-filter.ts'

interface At {
  readonly p: number
  readonly page_size?: number
  readonly signal?: AbortSignal
}

/** The calls behind the log: administrators read everyone's rows, others their own. */
export const useLogSource = (filter: LogFilter, isAdmin: boolean) => {
  // The open end is set anew with every first page and then kept, so that pages and total speak of the same rows.
  const latest = useRef<number>(undefined)
  return useMemo(() => {
    const end = (isAnew: boolean): number => {
      if (isAnew || latest.current === undefined) latest.current = openEnd(Date.now())
      return latest.current
    }
    const load = ({ p, signal, ...size }: At): Promise<readonly LogObject[]> => {
      const options = signal && { signal }
      const until = end(p === 0)
      if (isAdmin) return call(listLogs, { query: { p, ...size, ...adminQuery(filter, until) } }, options)
      return call(listOwnLogs, { query: { p, ...size, ...ownQuery(filter, until) } }, options)
    }
    const total = () =>
      isAdmin ? call(statLogs, { query: adminQuery(filter, end(false)) }) : call(statOwnLogs, { query: ownQuery(filter, end(false)) })
    const source: ListSource<LogObject> = {
      name: 'log',
      filter: { ...filter, isAdmin },
      refreshes: 'first',
      load: ({ order: _order, ...at }) => load(at),
    }
    return { source, load, total }
  }, [filter, isAdmin])
}

export type LogSource = ReturnType<typeof useLogSource>
