import { useMutation } from '@tanstack/react-query'
import { testChannel, type ChannelObject } from '@weir/contract/channel'
import { formatSeconds } from '@weir/contract/values/format'
import { useCallback, useState } from 'react'
import { callWhole, figureOf } from '../../../shared/api/api-client.ts'
import { CallError } from '../../../shared/api/call-error.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { List } from '../../../shared/list/state/use-list.ts'

const TEST_TIMEOUT_MS = 120_000

/** How the last test of a row ended, or that it is under way. A passed test is told by its time alone. */
export type TestState = { readonly kind: 'running' } | { readonly kind: 'failed'; readonly message: string }

/** Runs one test; the answer is the response time in milliseconds. */
export const runTest = async (id: number): Promise<number> => {
  const reply = await callWhole(testChannel, { params: { id }, query: {} }, { timeoutMs: TEST_TIMEOUT_MS })
  return Math.round((figureOf(reply, 'time') ?? 0) * 1000)
}

const messageOf = (error: Error) => (error instanceof CallError && 'message' in error.failure ? error.failure.message : '')

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** Tests of single rows, and what is known about the rows tested on this visit. */
export const useChannelTests = (list: List<ChannelObject>) => {
  const t = useText()
  const [states, setStates] = useState<ReadonlyMap<number, TestState>>(new Map())
  const { changeRow } = list

  const setState = useCallback((id: number, state: TestState | undefined) => {
    setStates((old) => {
      const next = new Map(old)
      if (state === undefined) next.delete(id)
      else next.set(id, state)
      return next
    })
  }, [])

  const passed = useCallback(
    (id: number, responseTimeMs: number) => {
      setState(id, undefined)
      changeRow(id, { response_time: responseTimeMs, test_time: nowSeconds() })
    },
    [setState, changeRow],
  )

  const failed = useCallback(
    (id: number, message: string) => {
      setState(id, { kind: 'failed', message })
      changeRow(id, { test_time: nowSeconds() })
    },
    [setState, changeRow],
  )

  const { mutate } = useMutation<number, Error, ChannelObject>({
    mutationFn: (row) => runTest(row.id),
    onMutate: (row) => setState(row.id, { kind: 'running' }),
    onSuccess: (responseTimeMs, row) => {
      passed(row.id, responseTimeMs)
      notify.success(t('channel.tested', { name: row.name || row.id, time: formatSeconds(responseTimeMs) }))
    },
    onError: (error, row) => failed(row.id, messageOf(error)),
  })

  return { stateOf: (id: number) => states.get(id), start: (row: ChannelObject) => mutate(row), passed, failed }
}

export type ChannelTests = ReturnType<typeof useChannelTests>
