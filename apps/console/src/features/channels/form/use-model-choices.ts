import { listChannelModels } from '@weir/contract/channel'
import { useMemo } from 'react'
import { session } from '../../../shared/session/session.ts'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useObservable } from '../../../shared/browser/use-observable.ts'
import { useLoadChannelModels } from '../use-channel-models.ts'

const stored = { subscribe: session.subscribe, get: session.channelModels }

/** The models to choose from: all that are known, and those of the chosen type. */
export const useModelChoices = (type: number) => {
  const byType = useObservable(stored)
  // Whoever opens the form directly has not been on the list, which fills the store.
  useLoadChannelModels({ enabled: byType[String(type)] === undefined })
  const { data, isLoading } = useEndpoint(listChannelModels, {})
  const all = useMemo(() => [...new Set((data ?? []).map(({ id }) => id))], [data])
  return { all, related: byType[String(type)] ?? [], isLoading }
}
