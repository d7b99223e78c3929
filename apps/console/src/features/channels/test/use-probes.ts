import { isBasicProbe, type Probe, type TestOutcome } from '@weir/contract/channel-test'
import { listProbes, probeChannel } from '@weir/contract/channel-probes'
import { useEffect, useRef, useState } from 'react'
import { useAction, useEndpoint } from '../../../shared/api/use-endpoint.ts'

/** A picture takes an upstream up to 110 seconds. */
export const PROBE_TIMEOUT_MS = 120_000

const nameOf = (model: string, probe: Probe): string => `${probe} ${model}`

/** The probes of one channel with one of its models: which fit, how each ended last, and running them one after the other. */
export const useProbes = (channelId: number, onTested: (outcome: TestOutcome) => void) => {
  const [chosen, setChosen] = useState('')
  const [fresh, setFresh] = useState<ReadonlyMap<string, TestOutcome>>(new Map())
  const isShown = useRef(true)
  const { data, isError, refetch } = useEndpoint(listProbes, { params: { id: channelId }, query: { model: chosen } }, { isFresh: true })
  const model = chosen === '' ? (data?.model ?? '') : chosen
  const run = useAction(probeChannel, {
    success: false,
    timeoutMs: PROBE_TIMEOUT_MS,
    onDone: (outcomes) => {
      setFresh((old) => new Map([...old, ...outcomes.map((outcome) => [nameOf(outcome.model, outcome.probe), outcome] as const)]))
      for (const outcome of outcomes) if (isBasicProbe(outcome.probe)) onTested(outcome)
    },
  })

  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])

  const probes = (data?.probes ?? []).map((row) => ({ ...row, last: fresh.get(nameOf(model, row.probe)) ?? row.last }))

  const start = async (names: readonly Probe[]): Promise<void> => {
    for (const probe of names) {
      if (!isShown.current) return
      await run.mutateAsync({ params: { id: channelId }, body: { model, probe } })
    }
  }

  return {
    model,
    chooseModel: setChosen,
    probes,
    isFailed: isError,
    retry: () => void refetch(),
    running: run.isPending ? run.variables.body.probe : undefined,
    // What went wrong was told by the one place that reacts to failures; the probes after it would meet the same.
    start: (names: readonly Probe[]) => void start(names).catch(() => undefined),
  }
}
