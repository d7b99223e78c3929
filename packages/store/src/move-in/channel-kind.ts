import { channelTypeById } from '@weir/contract/catalog/channel-types'
import type { SourceRow } from '../dialect/source/source.ts'
import type { Family } from './older-data.ts'
import { countOf, textOf, trimmed } from './source-value.ts'

/** What decides where a channel sends and how it speaks there. */
export interface ChannelKind {
  readonly type: number
  readonly baseUrl: string
  readonly config: string
  /** What stands in the report; empty when the channel is what it was. */
  readonly change: string
  /** Why the channel cannot stay on; empty when it can. */
  readonly obstacle: string
}

/** one-api and this program give these numbers to the same providers. */
const LAST_COMMON_TYPE = 51
/** Has no address of its own: a key in it goes nowhere unless the operator says where. */
const CUSTOM = 8
/** Speaks to an address that has a version in it. */
const COMPATIBLE = 50
const COZE = 34
const CLOUDFLARE_THERE = 39
const COZE_THERE = 49

/** new-api kept the numbers of these, and has given other providers to many of the rest. */
const ALIKE: ReadonlySet<number> = new Set([1, 3, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 31, 33])

/** Its other numbers, and where their channels send that name no address. */
const MOVED: ReadonlyMap<number, { readonly type: number; readonly baseUrl?: string }> = new Map([
  [4, { type: 30 }],
  [26, { type: 16 }],
  [27, { type: COMPATIBLE, baseUrl: 'https://api.perplexity.ai' }],
  [34, { type: 35 }],
  [35, { type: 27 }],
  [38, { type: CUSTOM, baseUrl: 'https://api.jina.ai' }],
  [CLOUDFLARE_THERE, { type: 37 }],
  [40, { type: 44 }],
  [41, { type: 42 }],
  [42, { type: 28 }],
  [43, { type: 36 }],
  [45, { type: 40 }],
  [46, { type: 47 }],
  [47, { type: CUSTOM }],
  [48, { type: 45 }],
  [COZE_THERE, { type: COZE, baseUrl: 'https://api.coze.cn' }],
  [56, { type: 46 }],
])

/** Words that new-api takes in place of an address. */
const NAMED_ADDRESSES: ReadonlyMap<string, string> = new Map([
  ['glm-coding-plan', 'https://open.bigmodel.cn/api/coding/paas/v4'],
  ['glm-coding-plan-international', 'https://api.z.ai/api/coding/paas/v4'],
  ['kimi-coding-plan', 'https://api.kimi.com/coding/v1'],
  ['doubao-coding-plan', 'https://ark.cn-beijing.volces.com/api/coding/v3'],
])

const nameOf = (type: number): string => `${type} (${channelTypeById(type)?.name.en ?? ''})`

const asItIs = (row: SourceRow): ChannelKind => ({
  type: countOf(row, 'type'),
  baseUrl: trimmed(row, 'base_url'),
  config: textOf(row, 'config'),
  change: '',
  obstacle: '',
})

const ofOneApi = (row: SourceRow): ChannelKind => {
  const kind = asItIs(row)
  const isKnown = kind.type <= LAST_COMMON_TYPE && channelTypeById(kind.type) !== undefined
  return isKnown ? kind : { ...kind, obstacle: `the type ${kind.type} is not known here` }
}

/** There the account stands beside the channel's address. */
const cloudflareConfig = (row: SourceRow): string => JSON.stringify({ user_id: trimmed(row, 'other') })

const ofNewApi = (row: SourceRow): ChannelKind => {
  const kind = asItIs(row)
  const { type: there } = kind
  const named = NAMED_ADDRESSES.get(kind.baseUrl)
  if (named !== undefined)
    return { ...kind, type: COMPATIBLE, baseUrl: named, change: `its type ${there} at ${kind.baseUrl} is ${nameOf(COMPATIBLE)} here` }
  if (ALIKE.has(there)) return kind
  const moved = MOVED.get(there)
  if (moved === undefined)
    return {
      ...kind,
      type: CUSTOM,
      change: `its type ${there} is ${nameOf(CUSTOM)} here`,
      obstacle: `the type ${there} of new-api is not known here`,
    }
  return {
    type: moved.type,
    baseUrl: kind.baseUrl || (moved.baseUrl ?? ''),
    config: there === CLOUDFLARE_THERE ? cloudflareConfig(row) : kind.config,
    change: `its type ${there} is ${nameOf(moved.type)} here`,
    obstacle: there === COZE_THERE ? `the bot ${trimmed(row, 'other')} has to be the name of a model here` : '',
  }
}

/** A number means one provider in one-api and another in new-api: taken over as it is, it would carry a key to a stranger. */
export const channelKindOf = (row: SourceRow, family: Family): ChannelKind => (family === 'one-api' ? ofOneApi(row) : ofNewApi(row))
