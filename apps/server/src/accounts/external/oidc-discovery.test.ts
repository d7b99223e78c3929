import { describe, expect, it } from 'bun:test'
import { settingsFrom } from '../../settings/settings.ts'
import { nextTurn } from '../../../../../tools/testing/next-turn.ts'
import { createOidcDiscovery } from './oidc-discovery.ts'

const ISSUER = 'https://id.test'
const URL = `${ISSUER}/.well-known/openid-configuration`

const open = (issuer = ISSUER) => {
  const time = { now: 0 }
  const asked: string[] = []
  const endpoints = ['authorization_endpoint', 'token_endpoint', 'userinfo_endpoint', 'jwks_uri']
  const document = { issuer, ...Object.fromEntries(endpoints.map((name) => [name, `${ISSUER}/${name}`])) }
  const discovery = createOidcDiscovery(
    ({ url }) => {
      asked.push(url)
      return Promise.resolve({ status: 200, json: url.endsWith('jwks_uri') ? { keys: [{ kty: 'RSA' }] } : document })
    },
    () => time.now,
  )
  return { time, asked, discovery, settings: settingsFrom(new Map([['OidcWellKnown', ` ${URL} `]])) }
}

describe('the document of an OpenID provider', () => {
  it('is kept for ten minutes', async () => {
    const { time, asked, discovery, settings } = open()
    expect(await discovery.read(settings)).toMatchObject({ issuer: ISSUER, token_endpoint_auth_methods_supported: ['client_secret_basic'] })
    time.now = 599_999
    await discovery.read(settings)
    expect(asked).toEqual([URL])
    time.now = 600_000
    await discovery.read(settings)
    expect(asked).toEqual([URL, URL])
  })

  it('is asked for by the first who wants to know, and told to the next, also when it is old', async () => {
    const { time, asked, discovery, settings } = open()
    expect([discovery.known(settings), discovery.known(settings)]).toEqual([undefined, undefined])
    await nextTurn()
    expect(discovery.known(settings)).toMatchObject({ issuer: ISSUER })
    expect(asked).toEqual([URL])
    time.now = 600_000
    expect(discovery.known(settings)).toMatchObject({ issuer: ISSUER })
    await nextTurn()
    expect(asked).toEqual([URL, URL])
  })

  it('is none where none is named, and refused where it speaks for another', async () => {
    const { asked, discovery } = open()
    const unset = settingsFrom(new Map())
    expect([await discovery.read(unset), discovery.known(unset), asked]).toEqual([undefined, undefined, []])
    const foreign = open('https://other.test')
    expect(await foreign.discovery.read(foreign.settings).catch((error: unknown) => error)).toMatchObject({ code: 'provider-refused' })
    const slashed = open(`${ISSUER}/`)
    expect(await slashed.discovery.read(slashed.settings)).toMatchObject({ issuer: `${ISSUER}/` })
  })

  it('leads to keys, which are kept as long and asked for anew when the right one is missing', async () => {
    const { time, asked, discovery, settings } = open()
    const found = await discovery.read(settings)
    if (found === undefined) throw new Error('no document')
    expect(await discovery.keys(found, false)).toEqual({ keys: [{ kty: 'RSA' }] })
    time.now = 599_999
    await discovery.keys(found, false)
    expect(asked).toHaveLength(2)
    await discovery.keys(found, true)
    expect(asked).toHaveLength(3)
    time.now += 600_000
    await discovery.keys(found, false)
    expect(asked).toHaveLength(4)
  })
})
