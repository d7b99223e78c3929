import { createVerify, generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'bun:test'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { access } from './access.ts'

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const account = {
  type: 'service_account',
  project_id: 'weir-1',
  private_key_id: 'kid-1',
  private_key: pem,
  client_email: 'weir@weir-1.iam.gserviceaccount.com',
  token_uri: 'https://oauth2.googleapis.com/token',
}
const now = 1_767_225_600_000
const target = { baseUrl: '', key: JSON.stringify(account), other: '', config: {}, modelMapping: {}, systemPrompt: '' }

const claimOf = (over: Partial<typeof target>): string => {
  const asked = access.request({ ...target, ...over }, { now, nonce: () => '' })
  if (asked === undefined || 'token' in asked) throw new Error('expected a request')
  return new URLSearchParams(typeof asked.body === 'string' ? asked.body : '').get('assertion') ?? ''
}

const partsOf = (claim: string): readonly unknown[] =>
  claim
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()) as unknown)

const isSignedByUs = (claim: string): boolean => {
  const end = claim.lastIndexOf('.')
  return createVerify('RSA-SHA256')
    .update(claim.slice(0, end))
    .verify(publicKey, claim.slice(end + 1), 'base64url')
}

describe('the access exchange of Vertex AI', () => {
  it('asks for a token with a claim that the account has signed', () => {
    const claim = claimOf({})
    expect(partsOf(claim)).toEqual([
      { alg: 'RS256', typ: 'JWT', kid: 'kid-1' },
      {
        iss: account.client_email,
        sub: account.client_email,
        scope: 'https://www.googleapis.com/auth/cloud-platform',
        aud: account.token_uri,
        iat: 1_767_225_600,
        exp: 1_767_229_200,
      },
    ])
    expect(isSignedByUs(claim)).toBe(true)
    expect(access.request(target, { now, nonce: () => '' })).toMatchObject({
      url: 'https://oauth2.googleapis.com/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  it('takes an account from the config, and a key whose line ends are written out', () => {
    const escaped = JSON.stringify({ ...account, private_key: pem.replaceAll('\n', String.raw`\n`) })
    expect(isSignedByUs(claimOf({ key: '', config: { vertex_ai_adc: escaped } }))).toBe(true)
  })

  it('asks for nothing when the key is an API key', () => {
    expect(access.request({ ...target, key: 'AQ.plain' }, { now, nonce: () => '' })).toBeUndefined()
  })

  it('says that a key is unusable without repeating it', () => {
    const broken = JSON.stringify({ ...account, private_key: 'secret words' })
    expect(() => access.request({ ...target, key: broken }, { now, nonce: () => '' })).toThrow(UnusableKey)
    expect(() => access.request({ ...target, key: broken }, { now, nonce: () => '' })).not.toThrow('secret words')
  })

  it('keeps a token as long as it is good', () => {
    const body = JSON.stringify({ access_token: 'ya29.x', expires_in: 3599, token_type: 'Bearer' })
    expect(access.decode({ status: 200, body }, now)).toEqual({ ok: true, value: { token: 'ya29.x', expiresAt: now + 3_599_000 } })
  })

  it('tells a refused account from a wrong clock and from trouble at Google', () => {
    const faultOf = (status: number, body: object) => {
      const read = access.decode({ status, body: JSON.stringify(body) }, now)
      return read.ok ? undefined : read.failure.fault
    }
    const late = 'Invalid JWT: Token must be a short-lived token (60 minutes) and in a reasonable timeframe.'
    expect(faultOf(400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' })).toBe('bad-credential')
    expect(faultOf(401, { error: 'invalid_client' })).toBe('bad-credential')
    expect(faultOf(400, { error: 'invalid_grant', error_description: late })).toBe('broken')
    expect(faultOf(429, {})).toBe('rate-limited')
    expect(faultOf(503, {})).toBe('overloaded')
    expect(faultOf(200, {})).toBe('broken')
  })
})
