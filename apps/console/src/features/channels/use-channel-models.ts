import { listModelsByType } from '@weir/contract/site'
import { useEffect } from 'react'
import { useEndpoint } from '../../shared/api/use-endpoint.ts'
import { channelModels, type ChannelModels } from './channel-models.ts'

/** Some servers send null for a type without models. */
const withoutGaps = (data: Readonly<Record<string, readonly string[] | null>>): ChannelModels =>
  Object.fromEntries(Object.entries(data).map(([type, names]) => [type, names ?? []]))

/** Loads the default models of every channel type and keeps them for the next visit. */
export const useLoadChannelModels = ({ enabled }: { readonly enabled: boolean }): void => {
  const { data } = useEndpoint(listModelsByType, {}, { enabled })
  useEffect(() => {
    if (data) channelModels.set(withoutGaps(data))
  }, [data])
}
