import { useMutation } from '@tanstack/react-query'
import { testChannel, type ChannelObject } from '@weir/contract/channel'
import type { TestOutcome } from '@weir/contract/channel-test'
import { formatSeconds } from '@weir/contract/values/format'
import { useCallback, useState } from 'react'
import { callWhole, figureOf } from '../../../shared/api/api-client.ts'
import { CallError } from '../../../shared/api/call-error.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { List } from '../../../shared/list/state/use-list.ts'

const TEST_TIMEOUT_MS = 120_000

/** Runs one test; the answer is the response time in milliseconds. */
const runTest = async (id: number): Promise<number> => {
  const reply = await callWhole(testChannel, { params: { id }, query: {} }, { timeoutMs: TEST_TIMEOUT_MS })
  return Math.round((figureOf(reply, 'time') ?? 0) * 1000)
}

const messageOf = (error: Error) => (error instanceof CallError && 'message' in error.failure ? error.failure.message : '')

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** What a server that tells nothing more says of a test that has just ended. */
export const outcomeNow = ({
  success,
  message,
  response_time,
}: Pick<TestOutcome, 'success' | 'message' | 'response_time'>): TestOutcome => ({
  probe: 'text',
  model: '',
  success,
  reason: success ? 'none' : 'unknown',
  message,
  response_time,
  test_time: nowSeconds(),
})

/** Tests of single rows, and which of them are under way. */
export const useChannelTests = (list: List<ChannelObject>) => {
  const t = useText()
  const [running, setRunning] = useState<ReadonlySet<number>>(new Set())
  const { changeRow } = list

  const setIsRunning = useCallback((id: number, isOn: boolean) => {
    setRunning((old) => {
      const next = new Set(old)
      if (isOn) next.add(id)
      else next.delete(id)
      return next
    })
  }, [])

  const ended = useCallback(
    (id: number, outcome: TestOutcome) => {
      const { success, response_time: ms, test_time } = outcome
      changeRow(id, { last_test: outcome, test_time, ...(success && { response_time: ms }) })
    },
    [changeRow],
  )

  const passed = useCallback(
    (id: number, responseTimeMs: number) => ended(id, outcomeNow({ success: true, message: '', response_time: responseTimeMs })),
    [ended],
  )

  const failed = useCallback((id: number, message: string) => ended(id, outcomeNow({ success: false, message, response_time: 0 })), [ended])

  const { mutate } = useMutation<number, Error, ChannelObject>({
    mutationFn: (row) => runTest(row.id),
    onMutate: (row) => setIsRunning(row.id, true),
    onSuccess: (responseTimeMs, row) => {
      passed(row.id, responseTimeMs)
      notify.success(t('channel.tested', { name: row.name || row.id, time: formatSeconds(responseTimeMs) }))
    },
    onError: (error, row) => failed(row.id, messageOf(error)),
    onSettled: (_data, _error, row) => setIsRunning(row.id, false),
  })

  /** As one of many: the bar above the list tells what went wrong, the row as well. */
  const testQuietly = async (id: number): Promise<void> => {
    try {
      passed(id, await runTest(id))
    } catch (error) {
      if (error instanceof Error) failed(id, messageOf(error))
      throw error
    }
  }

  return { isRunning: (id: number) => running.has(id), start: (row: ChannelObject) => mutate(row), testQuietly, ended }
}

export type ChannelTests = ReturnType<typeof useChannelTests>
