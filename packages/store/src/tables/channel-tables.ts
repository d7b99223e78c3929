import type { Generated } from 'kysely'
import type { LastTestColumns } from './channel-test-tables.ts'

export interface ChannelsTable extends LastTestColumns {
  id: Generated<number>
  type: number
  secret_id: string
  key_cipher: string
  key_hmac: string
  status: number
  name: string
  weight: number
  created_time: number
  test_time: number
  response_time: number
  base_url: string
  other: string
  balance: number
  balance_updated_time: number
  models: string
  group_list: string
  used_quota: number
  model_mapping: string
  priority: number
  config: string
  config_cipher: string
  system_prompt: string
  /** The key names a variable or a file. Empty in rows from before there were references, whose keys are what they say. */
  is_key_reference: Generated<boolean | null>
  /** Comma-joined. Empty in rows from before there were tags. */
  tag: Generated<string | null>
  /** What its upstream takes; empty where nobody has said. */
  cost: Generated<string | null>
  /** Of the key above. Empty while nobody has switched it. */
  key_status: Generated<number | null>
  key_reason: Generated<string | null>
  key_changed_at: Generated<number | null>
  /** How keys are taken in turns; empty for the usual way. */
  key_mode: Generated<string | null>
  /** JSON texts laid over what goes upstream, without their secrets, and the proxy it goes by. Empty where nobody has said. */
  header_override: Generated<string | null>
  param_override: Generated<string | null>
  proxy: Generated<string | null>
  /** The secrets of the above, sealed. */
  overrides_cipher: Generated<string | null>
}

/** When what the relay knows of a channel was last another. A channel that is deleted keeps its row, from which other nodes learn of it. */
export interface ChannelChangesTable {
  channel_id: number
  revision: number
}

/** The keys of a channel beside its first. */
export interface ChannelKeysTable {
  id: Generated<number>
  channel_id: number
  secret_id: string
  key_cipher: string
  key_hmac: string
  is_key_reference: boolean
  status: number
  /** Why it was switched off by itself; empty otherwise. */
  reason: string
  changed_at: number
}
