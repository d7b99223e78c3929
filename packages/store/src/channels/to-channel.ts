import { splitList } from '@weir/contract/values/quantity'
import { laidOverrides, secretTexts, type SecretOverrides, type ShownOverrides } from '@weir/contract/channels/laid-overrides'
import { parseStringMap } from '@weir/contract/values/json'
import { ChannelStatus } from '@weir/contract/channel'
import { keyModeOf } from '@weir/contract/channels/channel-keys'
import type { Channel, ChannelKey } from '@weir/relay/ports'
import type { Selectable } from 'kysely'
import type { ChannelKeysTable, ChannelsTable } from '../tables/channel-tables.ts'
import type { Vault } from '../vault.ts'
import { openOverrides } from './secret-overrides.ts'

export const keyPlace = (secretId: string): string => `channels.key_cipher.${secretId}`
export const configPlace = (secretId: string): string => `channels.config_cipher.${secretId}`

export const furtherKeyPlace = (secretId: string): string => `channel_keys.key_cipher.${secretId}`

/** What is never shown again. */
export interface ChannelSecrets {
  readonly key: string
  /** JSON text. */
  readonly secretConfig: string
  readonly secretOverrides: SecretOverrides
}

/** A channel as the relay uses it, whatever its status, and every text in it that no message may show. */
export interface ChannelTarget {
  readonly channel: Channel
  readonly secrets: readonly string[]
}

type Row = Selectable<ChannelsTable>

export const openSecrets = (row: Row, vault: Vault): ChannelSecrets => ({
  key: vault.open('channel-encrypt', keyPlace(row.secret_id), row.key_cipher),
  secretConfig: vault.open('channel-encrypt', configPlace(row.secret_id), row.config_cipher),
  secretOverrides: openOverrides(vault, row),
})

export type FurtherRow = Selectable<ChannelKeysTable>

/** Its place among the keys of a channel; those beside it have the numbers of their rows. */
export const FIRST_KEY = 0

/** Rows from before keys had states were on. */
const isFirstKeyOn = ({ key_status }: Pick<Row, 'key_status'>): boolean => (key_status ?? ChannelStatus.enabled) === ChannelStatus.enabled

export const openFurther = (row: FurtherRow, vault: Vault): ChannelKey => ({
  id: row.id,
  key: vault.open('channel-encrypt', furtherKeyPlace(row.secret_id), row.key_cipher),
  isKeyReference: row.is_key_reference,
})

/** The keys that are on, where there are several. */
const keysOf = (first: readonly ChannelKey[], further: readonly FurtherRow[], vault: Vault): readonly ChannelKey[] => [
  ...first,
  ...further.filter(({ status }) => status === ChannelStatus.enabled).map((each) => openFurther(each, vault)),
]

/** Rows from before there were overrides have none. */
const shownOverrides = ({ header_override, param_override, proxy }: Row): ShownOverrides => ({
  headerOverride: header_override ?? '',
  paramOverride: param_override ?? '',
  proxy: proxy ?? '',
})

export const toChannelTarget = (row: Row, vault: Vault, further: readonly FurtherRow[] = []): ChannelTarget => {
  const { key: firstKey, secretConfig, secretOverrides } = openSecrets(row, vault)
  const hidden = parseStringMap(secretConfig)
  const first: ChannelKey = { id: FIRST_KEY, key: firstKey, isKeyReference: row.is_key_reference === true }
  const keys = further.length === 0 ? undefined : keysOf(isFirstKeyOn(row) ? [first] : [], further, vault)
  const { key, isKeyReference = false } = keys?.[0] ?? first
  const channel: Channel = {
    id: row.id,
    type: row.type,
    name: row.name,
    key,
    isKeyReference,
    ...(keys && { keys, keyMode: keyModeOf(row.key_mode) }),
    baseUrl: row.base_url,
    other: row.other,
    config: { ...parseStringMap(row.config), ...hidden },
    models: splitList(row.models),
    groups: splitList(row.group_list),
    priority: row.priority,
    weight: row.weight,
    modelMapping: parseStringMap(row.model_mapping),
    systemPrompt: row.system_prompt,
    cost: row.cost ?? '',
    ...laidOverrides(shownOverrides(row), secretOverrides),
  }
  const secrets = [key, ...(keys ?? []).map((each) => each.key), ...Object.values(hidden), ...secretTexts(secretOverrides)]
  return { channel, secrets }
}
