import { parseJsonObject } from '@weir/contract/values/json'
import type { ClientSecret, ClientSecrets } from '@weir/relay/client-secrets'
import { WrongKey } from './errors.ts'
import type { Vault } from './vault.ts'

const PREFIX = 'ek_'
/** Longer than any that was given out; anything else is not worth opening. */
const GIVEN = /^ek_[\w-]{40,20000}$/
const PLACE = 'client-secret'

/** Keys that open by themselves. They are sealed, so that nobody can read the caller's own key in one or move its end. */
export const createClientSecrets = (vault: Pick<Vault, 'seal' | 'open'>): ClientSecrets => ({
  seal(secret) {
    const sealed = vault.seal('client-secret', PLACE, JSON.stringify(secret))
    return `${PREFIX}${Buffer.from(sealed, 'base64').toString('base64url')}`
  },
  open(value) {
    if (!GIVEN.test(value)) return undefined
    try {
      // What opens was written here.
      return parseJsonObject(vault.open('client-secret', PLACE, value.slice(PREFIX.length))) as ClientSecret | undefined
    } catch (error) {
      if (error instanceof WrongKey) return undefined
      throw error
    }
  },
})
