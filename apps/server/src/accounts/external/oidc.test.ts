import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { SignJWT, exportJWK, generateKeyPair, type JWTPayload } from 'jose'
import { openJsonService } from '../../testing/json-service.ts'
import { OIDC_CLIENT, OidcService } from '../../testing/sign-in/oidc-service.ts'
import { cookieOf, openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

const HOME = 'https://weir.example'
const people = [
  { sub: 'alice', name: 'Alice', preferred_username: 'alice', email: 'alice@example.com', email_verified: true },
  { sub: 'bob', name: 'Bob', preferred_username: 'bob@example.com', email: 'bob@example.com', email_verified: false },
  { sub: 'carol' },
]

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness()
})
afterAll(() => harness.close())

const BASE = {
  ServerAddress: HOME,
  OidcEnabled: 'true',
  OidcClientId: OIDC_CLIENT.id,
  OidcClientSecret: OIDC_CLIENT.secret,
  OidcWellKnown: '',
  OidcTokenEndpoint: '',
  OidcUserinfoEndpoint: '',
}

const comeBack = async (code: string) => {
  const begun = await harness.call('GET', '/api/oauth/state')
  const query = new URLSearchParams({ code, state: String(begun.json?.['data']) })
  return await harness.call('GET', `/api/oauth/oidc?${query.toString()}`, { cookie: cookieOf(begun), headers: { 'accept-language': 'en' } })
}

const refusal = (words: string) => ({ success: false, message: expect.stringContaining(words) })

describe.each(['client_secret_basic', 'client_secret_post'] as const)('a certified OpenID provider with %s', (authMethod) => {
  let service: OidcService
  beforeAll(async () => {
    service = await OidcService.open(people, `${HOME}/oauth/oidc`, { authMethod })
    await harness.configure({ ...BASE, OidcWellKnown: service.wellKnown })
  })
  afterAll(() => service.close())

  it('lets people in by their subject, found through its discovery document alone', async () => {
    const first = await comeBack(await service.codeFor('alice'))
    expect(first.json).toMatchObject({ success: true, data: { username: 'alice', display_name: 'Alice' } })
    expect((await comeBack(await service.codeFor('alice'))).json).toEqual(first.json)
    expect((await harness.store.users.findByExternalId('oidc', 'alice'))?.user.email).toBe('alice@example.com')
  })

  it('AN-20 passes on no address it has not verified, and no name that looks like one', async () => {
    const answer = await comeBack(await service.codeFor('bob'))
    expect(answer.json).toMatchObject({
      success: true,
      data: { username: expect.stringMatching(/^oidc_[0-9a-z]{8}$/), display_name: 'Bob' },
    })
    expect((await harness.store.users.findByExternalId('oidc', 'bob'))?.user.email).toBe('')
    expect((await comeBack(await service.codeFor('carol'))).json).toMatchObject({ data: { display_name: 'OIDC User' } })
  })

  it('H-68 refuses a code that is made up or used', async () => {
    const code = await service.codeFor('alice')
    expect((await comeBack(code)).json?.['success']).toBe(true)
    expect((await comeBack(code)).json).toEqual(refusal('did not confirm'))
    expect((await comeBack('made up')).json).toEqual(refusal('did not confirm'))
  })

  it('is found by the console in the status, without being typed in', async () => {
    const status = await harness.call('GET', '/api/status')
    expect(status.json?.['data']).toMatchObject({ oidc: true, oidc_authorization_endpoint: `${service.issuer}/auth` })
  })

  it('is refused with a wrong secret, and when it is off', async () => {
    await harness.configure({ OidcClientSecret: 'wrong' })
    expect((await comeBack(await service.codeFor('alice'))).json).toEqual(refusal('did not confirm'))
    await harness.configure({ OidcClientSecret: OIDC_CLIENT.secret, OidcEnabled: 'false' })
    expect((await comeBack(await service.codeFor('alice'))).json).toEqual(refusal('not turned on'))
    await harness.configure({ OidcEnabled: 'true' })
  })
})

describe('an OpenID provider that lies', () => {
  let claims: JWTPayload = {}
  let idToken: (() => Promise<string>) | undefined
  let userinfo: object = { sub: 'mallory' }
  let issuerInDocument = ''
  let good: Awaited<ReturnType<typeof generateKeyPair>>
  let other: Awaited<ReturnType<typeof generateKeyPair>>

  const sign = (key: CryptoKey, payload: JWTPayload) =>
    new SignJWT({ sub: 'mallory', ...payload })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setIssuer(payload.iss ?? service.url)
      .setAudience(payload.aud ?? OIDC_CLIENT.id)
      .setIssuedAt()
      .setExpirationTime(payload.exp ?? '5m')
      .sign(key)

  const service = openJsonService(async ({ path }) => {
    const { url } = service
    if (path === '/.well-known/openid-configuration') {
      return {
        issuer: issuerInDocument || url,
        authorization_endpoint: `${url}/auth`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/me`,
        jwks_uri: `${url}/jwks`,
      }
    }
    if (path === '/jwks') return { keys: [{ ...(await exportJWK(good.publicKey)), kid: 'k', alg: 'ES256' }] }
    if (path === '/me') return userinfo
    if (path === '/token')
      return { access_token: 'x', id_token: idToken === undefined ? await sign(good.privateKey, claims) : await idToken() }
    return undefined
  })

  beforeAll(async () => {
    good = await generateKeyPair('ES256', { extractable: true })
    other = await generateKeyPair('ES256', { extractable: true })
    await harness.configure({ ...BASE, OidcWellKnown: `${service.url}/.well-known/openid-configuration` })
  })
  afterAll(() => service.close())

  const tell = async (over: { claims?: JWTPayload; idToken?: () => Promise<string>; userinfo?: object }) => {
    claims = over.claims ?? {}
    idToken = over.idToken
    userinfo = over.userinfo ?? { sub: 'mallory' }
    return (await comeBack('code')).json
  }

  const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const unsigned = () => Promise.resolve(`${base64({ alg: 'none' })}.${base64({ sub: 'mallory', iss: service.url, aud: OIDC_CLIENT.id })}.`)
  const signedWithPublicKey = async () =>
    new SignJWT({ sub: 'mallory' })
      .setProtectedHeader({ alg: 'HS256', kid: 'k' })
      .setIssuer(service.url)
      .setAudience(OIDC_CLIENT.id)
      .setExpirationTime('5m')
      .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(good.publicKey))))

  it('is believed when everything fits', async () => {
    expect(await tell({})).toMatchObject({ success: true })
  })

  it('is not believed with a foreign issuer, audience, time, key or form of signature', async () => {
    const refused = refusal('did not confirm')
    expect(await tell({ claims: { iss: 'https://other.example' } })).toEqual(refused)
    expect(await tell({ claims: { aud: 'somebody else' } })).toEqual(refused)
    expect(await tell({ claims: { exp: Math.floor(Date.now() / 1000) - 120 } })).toEqual(refused)
    expect(await tell({ idToken: () => sign(other.privateKey, {}) })).toEqual(refused)
    expect(await tell({ idToken: unsigned })).toEqual(refused)
    expect(await tell({ idToken: signedWithPublicKey })).toEqual(refused)
    expect(await tell({ idToken: () => Promise.resolve('') })).toEqual(refused)
  })

  it('is not believed when its two answers name two people, or nobody', async () => {
    expect(await tell({ userinfo: { sub: 'alice' } })).toEqual(refusal('did not confirm'))
    expect(await tell({ userinfo: { sub: '' } })).toEqual(refusal('did not confirm'))
    expect(await tell({ userinfo: {} })).toEqual(refusal('did not confirm'))
  })

  it('is not believed when its document speaks for another issuer', async () => {
    issuerInDocument = 'https://accounts.example'
    await harness.configure({ OidcWellKnown: `${service.url}/.well-known/openid-configuration?again` })
    expect(await tell({})).toEqual(refusal('did not confirm'))
    issuerInDocument = ''
  })

  it('is asked by its two addresses alone when no document is named', async () => {
    await harness.configure({ OidcWellKnown: '', OidcTokenEndpoint: `${service.url}/token`, OidcUserinfoEndpoint: `${service.url}/me` })
    expect(await tell({ userinfo: { sub: 'plain', preferred_username: 'plain' } })).toMatchObject({ data: { username: 'plain' } })
    const form = service.calls.findLast(({ path }) => path === '/token')
    expect(form?.headers.get('content-type')).toStartWith('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(form?.body))).toEqual({
      grant_type: 'authorization_code',
      code: 'code',
      redirect_uri: `${HOME}/oauth/oidc`,
      client_id: OIDC_CLIENT.id,
      client_secret: OIDC_CLIENT.secret,
    })
    await harness.configure({ OidcTokenEndpoint: '' })
    expect(await tell({})).toEqual(refusal('not turned on'))
  })
})
