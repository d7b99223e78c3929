import { channelTypeById } from '@weir/contract/catalog/channel-types'
import { COMPATIBLE_TYPE, CUSTOM_TYPE, counterpartOf } from '@weir/contract/catalog/new-api-types'
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
    return {
      ...kind,
      type: COMPATIBLE_TYPE,
      baseUrl: named,
      change: `its type ${there} at ${kind.baseUrl} is ${nameOf(COMPATIBLE_TYPE)} here`,
    }
  const meant = counterpartOf(there)
  if (meant === undefined)
    return {
      ...kind,
      type: CUSTOM_TYPE,
      change: `its type ${there} is ${nameOf(CUSTOM_TYPE)} here`,
      obstacle: `the type ${there} of new-api is not known here`,
    }
  if (meant.type === there) return kind
  return {
    type: meant.type,
    baseUrl: kind.baseUrl || (meant.baseUrl ?? ''),
    config: meant.hasAccountInOther === true ? cloudflareConfig(row) : kind.config,
    change: `its type ${there} is ${nameOf(meant.type)} here`,
    obstacle: meant.hasBotInOther === true ? `the bot ${trimmed(row, 'other')} has to be the name of a model here` : '',
  }
}

/** A number means one provider in one-api and another in new-api: taken over as it is, it would carry a key to a stranger. */
export const channelKindOf = (row: SourceRow, family: Family): ChannelKind => (family === 'one-api' ? ofOneApi(row) : ofNewApi(row))
