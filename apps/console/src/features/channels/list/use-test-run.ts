import { useQuery } from '@tanstack/react-query'
import { getTestProgress, testChannels, type ChannelObject } from '@weir/contract/channel'
import type { DataOf } from '@weir/contract/endpoint'
import { useEffect } from 'react'
import { call } from '../../../shared/api/api-client.ts'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { createObservable } from '../../../shared/browser/observable.ts'
import { useObservable } from '../../../shared/browser/use-observable.ts'
import type { List } from '../../../shared/list/state/use-list.ts'
import type { ChannelTests } from './use-channel-tests.ts'

const POLL_MS = 1000

export type TestProgress = DataOf<typeof getTestProgress>

/** Outlives the page: a reader who visits another screen meanwhile finds the run again. */
const isWatched = createObservable(false)

/** Starting the test of many channels, and following it until it ends. */
export const useTestRun = (list: List<ChannelObject>, { passed, failed }: ChannelTests) => {
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
    for (const { id, success, message, response_time, status } of data.results) {
      if (success) passed(id, response_time)
      else failed(id, message)
      changeRow(id, { status })
    }
  }, [isOn, data, passed, failed, changeRow])

  return {
    start: (scope: 'all' | 'disabled') => start.mutate({ query: { scope } }),
    isStarting: start.isPending,
    progress: isOn ? data : undefined,
    dismiss: () => isWatched.set(false),
  }
}
