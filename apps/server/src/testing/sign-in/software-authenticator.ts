import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

type CborValue = number | string | Uint8Array | ReadonlyMap<number | string, CborValue>

/** Lengths and numbers up to 65 535, which is all that a credential holds. */
const head = (major: number, value: number): Buffer => {
  if (value < 24) return Buffer.of((major << 5) | value)
  if (value < 256) return Buffer.of((major << 5) | 24, value)
  return Buffer.of((major << 5) | 25, value >> 8, value & 0xff)
}

const cbor = (value: CborValue): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])])
}

const sha256 = (data: string | Uint8Array): Buffer => createHash('sha256').update(data).digest()

const coseKey = (key: KeyObject): Buffer => {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const [p256, ec2, es256] = [1, 2, -7]
  return cbor(
    new Map<number, CborValue>([
      [1, ec2],
      [3, es256],
      [-1, p256],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

export interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

export interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** What an authenticator or a browser may get wrong. */
export interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly isVerified?: boolean
  readonly counter?: number
  readonly userHandle?: string
  readonly challenge?: string
}

/** A security key with one discoverable credential, and the browser in front of it. */
export class SoftwareAuthenticator {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(32)
  readonly #origin: string
  #userHandle = ''
  #counter = 0

  constructor(origin: string) {
    this.#origin = origin
  }

  create({ challenge, rp, user }: CreationOptions, deviation: Deviation = {}) {
    this.#userHandle = user.id
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.#id.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, this.#id, coseKey(this.#pair.publicKey)])
    const authData = Buffer.concat([this.#authData(rp.id, HAS_CREDENTIAL, deviation), credential])
    const attestation = new Map<string, CborValue>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return this.#credential({
      clientDataJSON: this.#clientData('webauthn.create', challenge, deviation).toString('base64url'),
      attestationObject: cbor(attestation).toString('base64url'),
      transports: ['internal'],
    })
  }

  get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
    this.#counter++
    const authData = this.#authData(rpId, 0, deviation)
    const clientData = this.#clientData('webauthn.get', challenge, deviation)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#pair.privateKey)
    return this.#credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: signature.toString('base64url'),
      userHandle: deviation.userHandle ?? this.#userHandle,
    })
  }

  #authData(rpId: string, flags: number, deviation: Deviation): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(deviation.counter ?? this.#counter)
    const verified = deviation.isVerified === false ? 0 : VERIFIED
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.of(PRESENT | verified | flags), counter])
  }

  #clientData(type: string, challenge: string, deviation: Deviation): Buffer {
    const data = { type, challenge: deviation.challenge ?? challenge, origin: deviation.origin ?? this.#origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(data))
  }

  #credential<T>(response: T) {
    const id = this.#id.toString('base64url')
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }
}
