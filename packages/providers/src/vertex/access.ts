import { createPrivateKey, createSign, type KeyObject } from 'node:crypto'
import { countAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith, type Decoded } from '@weir/dialects/model/event'
import type { AccessExchange, AccessToken } from '@weir/dialects/model/provider'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { faultOfStatus } from '../kit/openai-wire.ts'
import { readAccount, type ServiceAccount } from './account.ts'

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFETIME_SECONDS = 3600

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const privateKeyOf = (account: ServiceAccount): KeyObject => {
  try {
    return createPrivateKey(account.privateKey)
  } catch {
    // The cause may quote the key, so it is not carried on.
    throw new UnusableKey('The private key of the service account cannot be read')
  }
}

/** A statement signed by the service account that it wants to act as itself for an hour. */
const signedClaim = (account: ServiceAccount, now: number): string => {
  const issuedAt = Math.floor(now / 1000)
  const header = { alg: 'RS256', typ: 'JWT', kid: account.privateKeyId }
  const claims = {
    iss: account.clientEmail,
    sub: account.clientEmail,
    scope: SCOPE,
    aud: account.tokenUri,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
  }
  const statement = `${part(header)}.${part(claims)}`
  return `${statement}.${createSign('RSA-SHA256').update(statement).sign(privateKeyOf(account), 'base64url')}`
}

/** Our clock is wrong, not the account. */
const CLOCK_SENTENCE = /^Invalid JWT: Token must be a short-lived token/

const decode = ({ status, body }: { readonly status: number; readonly body: string }, now: number): Decoded<AccessToken> => {
  const json = parseJson(body)
  const token = textAt(json, 'access_token')
  if (status < 300 && token !== undefined)
    return decoded({ token, expiresAt: now + (countAt(json, 'expires_in') ?? LIFETIME_SECONDS) * 1000 })
  if (CLOCK_SENTENCE.test(textAt(json, 'error_description') ?? '')) return failedWith('broken')
  const fault = faultOfStatus(status)
  // Whatever is refused here, it is the account that is refused.
  return failedWith(fault === 'bad-request' || fault === 'forbidden' ? 'bad-credential' : fault)
}

export const access: AccessExchange = {
  request: (target, { now }) => {
    const account = readAccount(target)
    return (
      account && {
        method: 'POST',
        url: account.tokenUri,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ grant_type: GRANT, assertion: signedClaim(account, now) }).toString(),
      }
    )
  },
  decode,
}
