import type { KeyModeName } from '@weir/contract/channels/channel-keys'
import type { Updateable } from 'kysely'
import type { ChannelsTable } from '../tables/channel-tables.ts'

export interface ChannelFields {
  readonly type: number
  readonly name: string
  readonly weight: number
  readonly priority: number
  readonly baseUrl: string
  readonly other: string
  readonly models: string
  readonly group: string
  /** Comma-joined; none unless told. */
  readonly tag?: string
  readonly modelMapping: string
  /** JSON text, shown to admins. */
  readonly config: string
  readonly systemPrompt: string
  /** What its upstream takes; empty unless told. */
  readonly cost?: string
  /** JSON text without its secrets; none unless told. */
  readonly headerOverride?: string
  /** JSON text; none unless told. */
  readonly paramOverride?: string
  /** An address without its password; none unless told. */
  readonly proxy?: string
}

/** What is written as it is given. */
export interface PlainChange extends Partial<ChannelFields> {
  readonly status?: number
  readonly keyMode?: KeyModeName
  readonly balance?: number
  readonly balanceUpdatedTime?: number
}

const PLAIN_COLUMNS = {
  type: 'type',
  name: 'name',
  weight: 'weight',
  priority: 'priority',
  baseUrl: 'base_url',
  other: 'other',
  models: 'models',
  group: 'group_list',
  tag: 'tag',
  modelMapping: 'model_mapping',
  config: 'config',
  systemPrompt: 'system_prompt',
  cost: 'cost',
  headerOverride: 'header_override',
  paramOverride: 'param_override',
  proxy: 'proxy',
  status: 'status',
  keyMode: 'key_mode',
  balance: 'balance',
  balanceUpdatedTime: 'balance_updated_time',
} as const satisfies Partial<Record<keyof PlainChange, keyof ChannelsTable>>

const plainNames = Object.keys(PLAIN_COLUMNS) as readonly (keyof typeof PLAIN_COLUMNS)[]

export const toColumns = (change: PlainChange): Updateable<ChannelsTable> =>
  Object.fromEntries(plainNames.filter((name) => change[name] !== undefined).map((name) => [PLAIN_COLUMNS[name], change[name]]))
