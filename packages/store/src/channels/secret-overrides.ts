import { NO_SECRET_OVERRIDES, type SecretOverrides } from '@weir/contract/channels/laid-overrides'
import { parseJsonObject, parseStringMap } from '@weir/contract/values/json'
import type { Vault } from '../vault.ts'

export const overridesPlace = (secretId: string): string => `channels.overrides_cipher.${secretId}`

/** Nothing where there is nothing to hide. */
export const sealOverrides = (vault: Vault, secretId: string, secrets: SecretOverrides): string | null => {
  const isEmpty = secrets.proxyPassword === '' && Object.keys(secrets.headers).length === 0
  return isEmpty ? null : vault.seal('channel-encrypt', overridesPlace(secretId), JSON.stringify(secrets))
}

export const openOverrides = (
  vault: Vault,
  { secret_id, overrides_cipher }: { readonly secret_id: string; readonly overrides_cipher: string | null },
): SecretOverrides => {
  if (overrides_cipher === null) return NO_SECRET_OVERRIDES
  const text = vault.open('channel-encrypt', overridesPlace(secret_id), overrides_cipher)
  const { headers, proxyPassword }: { headers?: unknown; proxyPassword?: unknown } = parseJsonObject(text) ?? {}
  return {
    headers: parseStringMap(JSON.stringify(headers ?? {})),
    proxyPassword: typeof proxyPassword === 'string' ? proxyPassword : '',
  }
}
