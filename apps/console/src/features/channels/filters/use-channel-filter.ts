import { CHANNEL_FACETS, type ChannelFacet } from '@weir/contract/channels/channel-list'
import { splitList } from '@weir/contract/values/quantity'
import { useCallback, useMemo } from 'react'
import { useAddress } from '../../../shared/list/state/use-address.ts'

/** Comma-joined, as it is sent; only what is asked for is there. */
export type ChannelFilter = Readonly<Partial<Record<ChannelFacet, string>>>

/** The filter lives in the address, so that Back, reload and a copied link show the same rows. */
export const useChannelFilter = () => {
  const [params, change] = useAddress()
  const [type, status, group, model, tag] = CHANNEL_FACETS.map((facet) => params.get(facet) ?? '')
  const filter = useMemo(
    (): ChannelFilter => Object.fromEntries(Object.entries({ type, status, group, model, tag }).filter(([, values]) => values !== '')),
    [type, status, group, model, tag],
  )

  const choose = useCallback((facet: ChannelFacet, values: readonly string[]) => change({ [facet]: values.join(','), page: '' }), [change])
  const clear = useCallback(
    () => change({ ...Object.fromEntries(CHANNEL_FACETS.map((facet) => [facet, ''])), keyword: '', page: '' }),
    [change],
  )
  return { filter, isSet: Object.keys(filter).length > 0, chosen: (facet: ChannelFacet) => splitList(filter[facet] ?? ''), choose, clear }
}
