import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { searchQuery } from '../envelope.ts'
import { cleanText, splitList } from '../values/quantity.ts'
import { wordTable } from '../values/word-table.ts'

/** Comma-joined values of which a channel has to have one; nothing asks for nothing. */
const anyOf = cleanText(4_000).default('').transform(splitList)

/** The words of new-api's console, beside the numbers. */
const STATUS_WORDS = wordTable<readonly number[]>({ enabled: [1], disabled: [2, 3] })

const numbersOf = (values: readonly string[]): readonly number[] =>
  values.map(Number).filter((value) => Number.isSafeInteger(value) && value > 0)

/** What is no number of a type asks for nothing, as `all`, `0` and `-1` of other consoles do. */
const typeFilter = anyOf.transform(numbersOf)
const statusFilter = anyOf.transform((values) => [
  ...new Set([...numbersOf(values), ...values.flatMap((value) => STATUS_WORDS[value] ?? [])]),
])

export const channelFilter = { type: typeFilter, status: statusFilter, group: anyOf, model: anyOf, tag: anyOf }

export const CHANNEL_FACETS = ['type', 'status', 'group', 'model', 'tag'] as const
export type ChannelFacet = (typeof CHANNEL_FACETS)[number]

const matchQuery = z.object({ keyword: searchQuery.shape.keyword, ...channelFilter })

export const listChannelIds = endpoint({
  method: 'GET',
  path: '/api/channel/ids',
  access: 'admin',
  summary: 'The ids of all channels that match a keyword and a filter, newest first',
  input: { query: matchQuery },
  data: z.array(z.int()),
})

const facet = z.array(z.object({ value: z.string(), count: z.int() }))

/** The counts of a member are of the channels that match everything but the filter by that member itself. */
export const channelFacets = endpoint({
  method: 'GET',
  path: '/api/channel/facets',
  access: 'admin',
  summary: 'How many of the channels that match have each type, status, group, model and tag',
  input: { query: matchQuery },
  data: z.object({ total: z.int(), type: facet, status: facet, group: facet, model: facet, tag: facet }),
})
