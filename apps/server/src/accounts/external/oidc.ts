import { Refusal } from '@weir/contract/errors'
import { createLocalJWKSet, errors, jwtVerify } from 'jose'
import { z } from 'zod'
import type { CallService, ServiceRequest } from '../../net/service-call.ts'
import { serverAddress } from '../../mail/server-address.ts'
import type { Settings } from '../../settings/settings.ts'
import { createAsk, externalId, type IdentityProvider } from './identity.ts'
import { OIDC_LABEL, type Discovery, type OidcDiscovery } from './oidc-discovery.ts'

/** Public keys alone: an algorithm with a shared secret would let anyone who knows a public key sign with it. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']
const CLOCK_TOLERANCE_SECONDS = 60

const tokenReply = z.object({ access_token: z.string().min(1), id_token: z.string().optional() })
const userReply = z.object({
  sub: externalId,
  name: z.string().nullish(),
  preferred_username: z.string().nullish(),
  email: z.string().nullish(),
  email_verified: z.boolean().nullish(),
})

const refused = () => new Refusal('provider-refused', { provider: OIDC_LABEL })

interface Endpoints {
  readonly token: string
  readonly userinfo: string
  readonly discovery: Discovery | undefined
}

interface Dependencies {
  readonly callService: CallService
  readonly discovery: OidcDiscovery
  readonly clock: () => number
}

const tokenRequest = (code: string, endpoints: Endpoints, settings: Settings): ServiceRequest => {
  const [id, secret] = [settings.text('OidcClientId'), settings.text('OidcClientSecret')]
  const form = { grant_type: 'authorization_code', code, redirect_uri: `${serverAddress(settings)}/oauth/oidc` }
  const methods = endpoints.discovery?.token_endpoint_auth_methods_supported ?? ['client_secret_post']
  if (methods.includes('client_secret_post')) {
    return { method: 'POST', url: endpoints.token, body: new URLSearchParams({ ...form, client_id: id, client_secret: secret }) }
  }
  const basic = Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')
  return { method: 'POST', url: endpoints.token, body: new URLSearchParams(form), headers: { authorization: `Basic ${basic}` } }
}

export const createOidc = ({ callService, discovery, clock }: Dependencies): IdentityProvider => {
  const ask = createAsk(callService, OIDC_LABEL)

  const endpointsOf = async (settings: Settings): Promise<Endpoints> => {
    const found = await discovery.read(settings)
    const token = settings.text('OidcTokenEndpoint') || found?.token_endpoint
    const userinfo = settings.text('OidcUserinfoEndpoint') || found?.userinfo_endpoint
    if (!token || !userinfo) throw new Refusal('provider-closed', { provider: OIDC_LABEL })
    return { token, userinfo, discovery: found }
  }

  const verify = async (idToken: string, found: Discovery, audience: string): Promise<string | undefined> => {
    const options = {
      issuer: found.issuer,
      audience,
      algorithms: ALGORITHMS,
      currentDate: new Date(clock()),
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
    }
    const withKeys = async (isFresh: boolean) => await jwtVerify(idToken, createLocalJWKSet(await discovery.keys(found, isFresh)), options)
    try {
      const { payload } = await withKeys(false).catch((error: unknown) => {
        // Providers change their keys; the kept set may be from before.
        if (error instanceof errors.JWKSNoMatchingKey) return withKeys(true)
        throw error
      })
      return payload.sub
    } catch (error) {
      if (error instanceof errors.JOSEError) throw refused()
      throw error
    }
  }

  return {
    key: 'oidc',
    label: OIDC_LABEL,
    isOpen: (settings) => settings.isOn('OidcEnabled') && settings.text('OidcClientId') !== '',
    async identify(code, settings) {
      const endpoints = await endpointsOf(settings)
      const token = await ask(tokenRequest(code, endpoints, settings), tokenReply)
      const headers = { authorization: `Bearer ${token.access_token}` }
      const user = await ask({ method: 'GET', url: endpoints.userinfo, headers }, userReply)
      if (endpoints.discovery !== undefined) {
        const signed = await verify(token.id_token ?? '', endpoints.discovery, settings.text('OidcClientId'))
        if (signed !== user.sub) throw refused()
      }
      return {
        id: user.sub,
        displayName: user.name || 'OIDC User',
        email: user.email_verified === true ? (user.email ?? '') : '',
        username: user.preferred_username ?? '',
      }
    },
  }
}
