import { type ChannelObject } from '@weir/contract/channel'
import { testChannel } from '@weir/contract/channels/channel-checks'
import { isTestReason, type TestOutcome } from '@weir/contract/channels/channel-test'
import { formatSeconds } from '@weir/contract/values/format'
import { useCallback, useState } from 'react'
import { callWhole, figureOf } from '../../../shared/api/api-client.ts'
import { CallError } from '../../../shared/api/call-error.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import type { Fields } from '../../../shared/browser/json.ts'
import { failureToast } from '../test/failure-toast.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { useLanguagePack } from '../../../shared/i18n/use-text.ts'
import type { List } from '../../../shared/list/state/use-list.ts'

const TEST_TIMEOUT_MS = 120_000

const nowSeconds = () => Math.floor(Date.now() / 1000)

/** What a server that tells nothing more says of a test that has just ended. */
export const outcomeNow = (told: Pick<TestOutcome, 'success' | 'message' | 'response_time'> & Partial<TestOutcome>): TestOutcome => ({
  probe: 'text',
  model: '',
  reason: told.success ? 'none' : 'unknown',
  test_time: nowSeconds(),
  ...told,
})

const textIn = (fields: Fields | undefined, name: string): string => {
  const value = fields?.[name]
  return typeof value === 'string' ? value : ''
}

/** A refusal is how a failed test is told; anything else is a call that went wrong. */
const failedOutcome = (error: unknown): TestOutcome | undefined => {
  if (!(error instanceof CallError) || error.failure.kind !== 'refused') return undefined
  const { message, fields } = error.failure
  const reason = textIn(fields, 'reason')
  return outcomeNow({
    success: false,
    message,
    response_time: 0,
    model: textIn(fields, 'modelName'),
    ...(isTestReason(reason) && { reason }),
  })
}

const runTest = async (id: number): Promise<TestOutcome> => {
  try {
    const reply = await callWhole(testChannel, { params: { id }, query: {} }, { timeoutMs: TEST_TIMEOUT_MS })
    return outcomeNow({ success: true, message: '', response_time: Math.round((figureOf(reply, 'time') ?? 0) * 1000) })
  } catch (error) {
    const outcome = failedOutcome(error)
    if (outcome === undefined) throw error
    return outcome
  }
}

/** Tests of single rows, and which of them are under way. */
export const useChannelTests = (list: List<ChannelObject>) => {
  const { t, language } = useLanguagePack()
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

  const { mutate } = useChange<TestOutcome, ChannelObject>({
    mutationFn: (row) => runTest(row.id),
    onMutate: (row) => setIsRunning(row.id, true),
    onSuccess: (outcome, row) => {
      ended(row.id, outcome)
      const name = row.name || row.id
      if (outcome.success) notify.success(t('channel.tested', { name, time: formatSeconds(outcome.response_time) }))
      else notify.error(failureToast({ ...row, name: String(name) }, outcome, language))
    },
    onError: (_error, row) => ended(row.id, outcomeNow({ success: false, message: '', response_time: 0 })),
    onSettled: (_data, _error, row) => setIsRunning(row.id, false),
  })

  /** As one of many: the bar above the list tells what went wrong, the row as well. */
  const testQuietly = async (id: number): Promise<void> => {
    const outcome = await runTest(id)
    ended(id, outcome)
    if (!outcome.success) throw new CallError({ kind: 'refused', message: outcome.message })
  }

  return { isRunning: (id: number) => running.has(id), start: (row: ChannelObject) => mutate(row), testQuietly, ended }
}

export type ChannelTests = ReturnType<typeof useChannelTests>
