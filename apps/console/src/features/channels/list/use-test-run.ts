import { useQuery } from '@tanstack/react-query'
import { getTestProgress, testChannels, type ChannelObject } from '@weir/contract/channel'
import type { DataOf } from '@weir/contract/endpoint'
import { useEffect } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { createObservable } from '../../../shared/browser/observable.ts'
import { useObservable } from '../../../shared/browser/use-observable.ts'
import type { List } from '../../../shared/list/state/use-list.ts'
import { outcomeNow, type ChannelTests } from './use-channel-tests.ts'

const POLL_MS = 1000

export type TestProgress = DataOf<typeof getTestProgress>

/** Outlives the page: a reader who visits another screen meanwhile finds the run again. */
const isWatched = createObservable(false)

/** Starting the test of many channels, and following it until it ends. */
export const useTestRun = (list: List<ChannelObject>, { ended }: ChannelTests) => {
  const isOn = useObservable(isWatched)
  const { data, refetch } = useQuery<TestProgress>({
    queryKey: [getTestProgress.path],
    queryFn: ({ signal }) => call(getTestProgress, {}, { signal }),
    enabled: isOn,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' || state.data?.is_running === false ? false : POLL_MS),
  })

  const start = useAction(testChannels, {
    success: 'channel.testStarted',
    onDone: () => {
      isWatched.set(true)
      void refetch()
    },
  })

  const { changeRow } = list
  useEffect(() => {
    if (!isOn || data === undefined || data === null) return
    for (const row of data.results) {
      ended(row.id, row.outcome ?? outcomeNow(row))
      changeRow(row.id, { status: row.status })
    }
  }, [isOn, data, ended, changeRow])

  return {
    start: (scope: 'all' | 'disabled') => start.mutate({ query: { scope } }),
    isStarting: start.isPending,
    progress: isOn ? data : undefined,
    dismiss: () => isWatched.set(false),
  }
}
