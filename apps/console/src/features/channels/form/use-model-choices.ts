import { listChannelModels } from '@weir/contract/channel'
import { useMemo } from 'react'
import { useEndpoint } from '../../../shared/api/use-endpoint.ts'
import { useStored } from '../../../shared/session/use-session.ts'
import { channelModels } from '../channel-models.ts'
import { useLoadChannelModels } from '../use-channel-models.ts'

/** The models to choose from: all that are known, and those of the chosen type. */
export const useModelChoices = (type: number) => {
  const byType = useStored(channelModels.get)
  // The list fills the store; the form may be opened without it.
  useLoadChannelModels({ enabled: byType[String(type)] === undefined })
  const { data, isLoading } = useEndpoint(listChannelModels, {})
  const all = useMemo(() => [...new Set((data ?? []).map(({ id }) => id))], [data])
  return { all, related: byType[String(type)] ?? [], isLoading }
}
