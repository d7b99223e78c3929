import { Refusal } from '@weir/contract/errors'
import { z } from 'zod'
import type { CallService } from '../../net/service-call.ts'
import type { Settings } from '../../settings/settings.ts'
import { createAsk } from './identity.ts'

export const OIDC_LABEL = 'OpenID Connect'

const KEEP_MS = 10 * 60 * 1000
const WELL_KNOWN = '/.well-known/openid-configuration'

const discoveryReply = z.object({
  issuer: z.url(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  userinfo_endpoint: z.url(),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).default(['client_secret_basic']),
})
export type Discovery = z.output<typeof discoveryReply>

const keysReply = z.object({ keys: z.array(z.looseObject({ kty: z.string() })) })
export type KeySet = z.output<typeof keysReply>

export interface OidcDiscovery {
  /** Undefined when the operator has named no such document. */
  read(settings: Settings): Promise<Discovery | undefined>
  /** What is known without asking; the first question starts the asking. */
  known(settings: Settings): Discovery | undefined
  /** The provider's public keys; `isFresh` when the kept ones do not have the right one. */
  keys(discovery: Discovery, isFresh: boolean): Promise<KeySet>
}

interface Kept<T> {
  readonly url: string
  readonly value: T
  readonly until: number
}

export const createOidcDiscovery = (callService: CallService, clock: () => number): OidcDiscovery => {
  const ask = createAsk(callService, OIDC_LABEL)
  let discovered: Kept<Discovery> | undefined
  let keySet: Kept<KeySet> | undefined
  let asking: Promise<unknown> | undefined

  const isGood = (kept: Kept<unknown> | undefined, url: string): boolean => kept?.url === url && clock() < kept.until

  const discover = async (url: string): Promise<Discovery> => {
    const value = await ask({ method: 'GET', url }, discoveryReply)
    // A document that names another issuer than the one it lies at would let one provider speak for another.
    if (`${value.issuer.replace(/\/$/, '')}${WELL_KNOWN}` !== url) throw new Refusal('provider-refused', { provider: OIDC_LABEL })
    discovered = { url, value, until: clock() + KEEP_MS }
    return value
  }

  const urlIn = (settings: Settings): string => settings.text('OidcWellKnown').trim()

  return {
    async read(settings) {
      const url = urlIn(settings)
      if (url === '') return undefined
      return discovered !== undefined && isGood(discovered, url) ? discovered.value : await discover(url)
    },
    known(settings) {
      const url = urlIn(settings)
      if (url !== '' && !isGood(discovered, url)) {
        asking ??= discover(url)
          .catch(() => undefined)
          .finally(() => {
            asking = undefined
          })
      }
      return discovered?.url === url ? discovered.value : undefined
    },
    async keys({ jwks_uri: url }, isFresh) {
      if (!isFresh && keySet !== undefined && isGood(keySet, url)) return keySet.value
      const value = await ask({ method: 'GET', url }, keysReply)
      keySet = { url, value, until: clock() + KEEP_MS }
      return value
    },
  }
}
