import { testDraft } from '@weir/contract/channels/channel-probes'
import type { TestOutcome } from '@weir/contract/channels/channel-test'
import { useState } from 'react'
import { useAction } from '../../../shared/api/use-endpoint.ts'
import { PROBE_TIMEOUT_MS } from './use-probes.ts'

type DraftBody = Parameters<ReturnType<typeof useAction<typeof testDraft>>['mutate']>[0]['body']

/** Saves what has passed a test. What failed is kept for the reader to decide on. */
export const useTestedSave = <Body extends DraftBody>(id: number | undefined, save: (body: Body) => void) => {
  const [failed, setFailed] = useState<{ readonly outcome: TestOutcome; readonly body: Body }>()
  const test = useAction(testDraft, { success: false, timeoutMs: PROBE_TIMEOUT_MS })

  const start = (body: Body): void =>
    test.mutate(
      { body: { ...body, ...(id !== undefined && { id }) } },
      { onSuccess: (outcome) => (outcome.success ? save(body) : setFailed({ outcome, body })) },
    )

  return {
    start,
    isRunning: test.isPending,
    failed: failed?.outcome,
    back: () => setFailed(undefined),
    saveAnyway: () => {
      if (failed === undefined) return
      setFailed(undefined)
      save(failed.body)
    },
  }
}
