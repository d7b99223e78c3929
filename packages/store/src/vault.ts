import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { WrongKey } from './errors.ts'

/** One key, one purpose: a value sealed or looked up for one of these is worthless for the others. */
const PURPOSES = [
  'token-lookup',
  'token-encrypt',
  'channel-lookup',
  'channel-encrypt',
  'option-encrypt',
  'code-lookup',
  'code-encrypt',
  'code-hmac',
  'mail-target-hmac',
  'oauth-state-hmac',
  'access-token-hmac',
  'totp-encrypt',
  'recovery-code-hmac',
  'passkey-challenge-hmac',
  'passkey-user-hmac',
  'device-hmac',
  'key-check',
] as const
export type Purpose = (typeof PURPOSES)[number]

export interface Vault {
  /** `place` names table, column and row, so that a ciphertext copied to another row does not open there. */
  seal(purpose: Purpose, place: string, plain: string): string
  open(purpose: Purpose, place: string, sealed: string): string
  /** The same value gives the same text, and without the key no guess can be tested. */
  lookup(purpose: Purpose, value: string): string
}

const KEY_VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const ROOT_KEY_BYTES = 32

export const createVault = (rootKey: Uint8Array): Vault => {
  if (rootKey.length !== ROOT_KEY_BYTES) throw new WrongKey(`the root key must have ${ROOT_KEY_BYTES} bytes, got ${rootKey.length}`)
  const keys = new Map(PURPOSES.map((purpose) => [purpose, Buffer.from(hkdfSync('sha256', rootKey, '', `weir/v1/${purpose}`, 32))]))
  const keyFor = (purpose: Purpose): Buffer => {
    const key = keys.get(purpose)
    if (key === undefined) throw new Error(`no key for ${purpose}`)
    return key
  }
  const associated = (place: string): Buffer => Buffer.from(`${KEY_VERSION}|${place}`)

  return {
    seal(purpose, place, plain) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(associated(place))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(KEY_VERSION), nonce, cipher.getAuthTag(), body]).toString('base64')
    },
    open(purpose, place, sealed) {
      const bytes = Buffer.from(sealed, 'base64')
      if (bytes[0] !== KEY_VERSION) throw new WrongKey(`the value at ${place} was sealed with an unknown key version`)
      const tagAt = 1 + NONCE_BYTES
      const bodyAt = tagAt + TAG_BYTES
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(1, tagAt)).setAAD(associated(place))
        decipher.setAuthTag(bytes.subarray(tagAt, bodyAt))
        return Buffer.concat([decipher.update(bytes.subarray(bodyAt)), decipher.final()]).toString('utf8')
      } catch (cause) {
        throw new WrongKey(`the value at ${place} does not open with this root key`, { cause })
      }
    },
    lookup(purpose, value) {
      return createHmac('sha256', keyFor(purpose)).update(value, 'utf8').digest('base64url')
    },
  }
}
