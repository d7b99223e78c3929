import { splitList } from '@weir/contract/values/quantity'
import { parseStringMap } from '@weir/contract/values/json'
import type { Channel } from '@weir/relay/ports'
import type { Selectable } from 'kysely'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import type { Vault } from '../vault.ts'

export const keyPlace = (secretId: string): string => `channels.key_cipher.${secretId}`
export const configPlace = (secretId: string): string => `channels.config_cipher.${secretId}`

/** What is never shown again. */
export interface ChannelSecrets {
  readonly key: string
  /** JSON text. */
  readonly secretConfig: string
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
})

export const toChannelTarget = (row: Row, vault: Vault): ChannelTarget => {
  const { key, secretConfig } = openSecrets(row, vault)
  const hidden = parseStringMap(secretConfig)
  const channel: Channel = {
    id: row.id,
    type: row.type,
    name: row.name,
    key,
    isKeyReference: row.is_key_reference === true,
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
  }
  return { channel, secrets: [key, ...Object.values(hidden)] }
}
