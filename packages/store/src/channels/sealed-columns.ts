import { KeyStatus } from '@weir/contract/channels/channel-keys'
import type { SecretOverrides } from '@weir/contract/channels/laid-overrides'
import type { Updateable } from 'kysely'
import type { ChannelsTable } from '../tables/channel-tables.ts'
import type { Vault } from '../vault.ts'
import { sealOverrides } from './secret-overrides.ts'
import { configPlace, keyPlace } from './to-channel.ts'

interface SecretChange {
  readonly key?: string
  readonly isKeyReference?: boolean
  readonly secretConfig?: string
  readonly secretOverrides?: SecretOverrides
}

/** What is given of the secrets of a channel, as it is stored. A new first key is on. */
export const sealedColumns = (
  vault: Vault,
  secretId: string,
  { key, isKeyReference = false, secretConfig, secretOverrides }: SecretChange,
): Updateable<ChannelsTable> => ({
  ...(key === undefined
    ? {}
    : {
        key_cipher: vault.seal('channel-encrypt', keyPlace(secretId), key),
        key_hmac: vault.lookup('channel-lookup', key),
        is_key_reference: isKeyReference,
        key_status: KeyStatus.enabled,
        key_reason: '',
      }),
  ...(secretConfig === undefined ? {} : { config_cipher: vault.seal('channel-encrypt', configPlace(secretId), secretConfig) }),
  ...(secretOverrides && { overrides_cipher: sealOverrides(vault, secretId, secretOverrides) }),
})
