import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { parseStringMap } from '@weir/contract/values/json'
import { WrongKey } from '../errors.ts'

/**
 * One key, one purpose: a value sealed or looked up for one of these is worthless for the others. What is stored under a new one takes its
 * part in keys/rotation.ts: otherwise it is lost when the root key is replaced.
 */
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
  'device-hmac',
  'answer-id',
  'client-secret',
  'response-encrypt',
  'body-encrypt',
  'alert-encrypt',
  'retired-lookups',
  'key-check',
] as const
export type Purpose = (typeof PURPOSES)[number]

/** Their values are kept nowhere, so that what stands in the database is carried over to a new root key as it is. */
export const CARRIED_PURPOSES = [
  'code-lookup',
  'code-hmac',
  'mail-target-hmac',
  'oauth-state-hmac',
  'access-token-hmac',
  'recovery-code-hmac',
  'passkey-challenge-hmac',
  'device-hmac',
] as const satisfies readonly Purpose[]
export type CarriedPurpose = (typeof CARRIED_PURPOSES)[number]

export const isCarried = (purpose: Purpose): purpose is CarriedPurpose => CARRIED_PURPOSES.some((carried) => carried === purpose)

export interface LookupKeys {
  lookup(purpose: Purpose, value: string): string
  /** From the text under the root key before to the one under this root key. */
  carry(purpose: CarriedPurpose, lookup: string): string
}

export interface RootKey extends LookupKeys {
  /** Names the key and tells nothing about it. */
  readonly id: string
  seal(sealing: Sealing, plain: string): Buffer
  /** Undefined when it does not open. */
  open(sealing: Sealing, sealed: Buffer): string | undefined
  /** What lookups need of this key when it is gone. */
  readonly lookupKeys: string
}

export interface Sealing {
  readonly purpose: Purpose
  readonly place: string
  readonly generation: number
  /** The same text every time: nothing but that text is ever sealed with its nonce. */
  readonly isSteady?: boolean
}

const ROOT_KEY_BYTES = 32
const ID_BYTES = 12
const NONCE_BYTES = 12
const TAG_BYTES = 16
const NONCE_AT = 1
const TAG_AT = NONCE_AT + NONCE_BYTES
const BODY_AT = TAG_AT + TAG_BYTES

const derive = (rootKey: Uint8Array, info: string, bytes = ROOT_KEY_BYTES): Buffer =>
  Buffer.from(hkdfSync('sha256', rootKey, '', `weir/v1/${info}`, bytes))

const hmac = (key: Buffer, text: string): string => createHmac('sha256', key).update(text, 'utf8').digest('base64url')

/** Of another derivation than the key of the purpose: otherwise a text from a stolen database could be shown as a value. */
const carryName = (purpose: Purpose): string => `${purpose}/carry`

const nonceName = (purpose: Purpose): string => `${purpose}/nonce`

const createLookupKeys = (keys: ReadonlyMap<string, Buffer>): LookupKeys => {
  const keyFor = (name: string): Buffer => {
    const key = keys.get(name)
    if (key === undefined) throw new Error(`no key for ${name}`)
    return key
  }
  return {
    lookup: (purpose, value) => hmac(keyFor(purpose), value),
    carry: (purpose, lookup) => hmac(keyFor(carryName(purpose)), lookup),
  }
}

export const openRootKey = (rootKey: Uint8Array): RootKey => {
  if (rootKey.length !== ROOT_KEY_BYTES) throw new WrongKey(`the root key must have ${ROOT_KEY_BYTES} bytes, got ${rootKey.length}`)
  const names = [...PURPOSES, ...CARRIED_PURPOSES.map(carryName)]
  const keys = new Map(names.map((name) => [name, derive(rootKey, name)]))
  const keyFor = (purpose: Purpose): Buffer => keys.get(purpose) ?? derive(rootKey, purpose)
  const nonceOf = ({ purpose, place, generation, isSteady }: Sealing, plain: string): Buffer => {
    if (isSteady !== true) return randomBytes(NONCE_BYTES)
    const key = derive(rootKey, nonceName(purpose))
    return createHmac('sha256', key).update(`${generation}|${place}|${plain}`, 'utf8').digest().subarray(0, NONCE_BYTES)
  }
  const associated = ({ generation, place }: Sealing): Buffer => Buffer.from(`${generation}|${place}`)
  const kept = CARRIED_PURPOSES.flatMap((purpose) => [purpose, carryName(purpose)])

  return {
    ...createLookupKeys(keys),
    id: derive(rootKey, 'key-id', ID_BYTES).toString('base64url'),
    lookupKeys: JSON.stringify(Object.fromEntries(kept.map((name) => [name, keys.get(name)?.toString('base64') ?? '']))),
    seal(sealing, plain) {
      const nonce = nonceOf(sealing, plain)
      const cipher = createCipheriv('aes-256-gcm', keyFor(sealing.purpose), nonce).setAAD(associated(sealing))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(sealing.generation), nonce, cipher.getAuthTag(), body])
    },
    open(sealing, sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', keyFor(sealing.purpose), sealed.subarray(NONCE_AT, TAG_AT)).setAAD(
          associated(sealing),
        )
        decipher.setAuthTag(sealed.subarray(TAG_AT, BODY_AT))
        return Buffer.concat([decipher.update(sealed.subarray(BODY_AT)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}

/** What is left of a root key that was replaced. */
export const openLookupKeys = (text: string): LookupKeys =>
  createLookupKeys(new Map(Object.entries(parseStringMap(text)).map(([name, key]) => [name, Buffer.from(key, 'base64')])))
