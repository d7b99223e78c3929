import type { ChannelFacet } from '@weir/contract/channels/channel-list'
import { matchChannels, valuesOf, type ChannelWish, type ListedChannel } from './match-channels.ts'

export interface FacetCount {
  readonly value: string
  readonly count: number
}

export type ChannelFacets = Readonly<Record<ChannelFacet, readonly FacetCount[]>> & { readonly total: number }

/** Nobody reads a longer list; the box above it finds the rest. */
const MOST_VALUES = 1000

const countOf = (channels: readonly ListedChannel[], facet: ChannelFacet): readonly FacetCount[] => {
  const counts = new Map<string, number>()
  for (const channel of channels)
    for (const value of valuesOf(channel, facet)) counts.set(String(value), (counts.get(String(value)) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_VALUES)
}

/** A member is counted without the filter by itself: what else could be chosen there has to be seen. */
export const countFacets = (channels: readonly ListedChannel[], wish: ChannelWish): ChannelFacets => {
  const counted = (facet: ChannelFacet) => countOf(matchChannels(channels, { ...wish, [facet]: [] }), facet)
  return {
    total: matchChannels(channels, wish).length,
    type: counted('type'),
    status: counted('status'),
    group: counted('group'),
    model: counted('model'),
    tag: counted('tag'),
  }
}
