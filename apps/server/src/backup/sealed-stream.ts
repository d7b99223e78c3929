import { createCipheriv, createDecipheriv, randomBytes, scrypt } from 'node:crypto'
import { BadDump } from '@weir/store/dump/bad-dump'

const CHUNK_BYTES = 65_536
const TAG_BYTES = 16
const KEY_BYTES = 32
const SALT_BYTES = 16
const NONCE_BYTES = 12
/** 128 MiB and a few tenths of a second for every guess at a passphrase. */
const WORK = 17
/** What a file may ask of whoever opens it: 1 GiB. */
const MAX_WORK = 20
const BLOCK = 8
const MAX_HEADER_BYTES = 100
const NEWLINE = 10

/** How a sealed file begins; anything else is no sealed file. */
export const SEALED_BEGINNING = 'weir-backup '

const HEADER = /^weir-backup 1 scrypt (\d{2}) ([\w-]{22})\n$/

const keyOf = (passphrase: string, salt: Uint8Array, work: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    const cost = 2 ** work
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES, { N: cost, r: BLOCK, p: 1, maxmem: 256 * cost * BLOCK }, (error, key) => {
      if (error) reject(error)
      else resolve(key)
    })
  })

/** A count and whether it is the last: chunks can neither change places nor be missing at the end. The key is of this file alone. */
const nonceOf = (index: number, isLast: boolean): Buffer => {
  const nonce = Buffer.alloc(NONCE_BYTES)
  nonce.writeBigUInt64BE(BigInt(index), NONCE_BYTES - 9)
  nonce[NONCE_BYTES - 1] = isLast ? 1 : 0
  return nonce
}

interface Piece {
  readonly bytes: Buffer
  readonly isLast: boolean
}

interface Lock {
  readonly key: Uint8Array
  /** Authenticated with every piece. */
  readonly header: Uint8Array
}

/** Pieces of one size, of which the last may be shorter and is known to be the last. */
async function* inPieces(chunks: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Piece> {
  let waiting = Buffer.alloc(0)
  for await (const chunk of chunks) {
    waiting = Buffer.concat([waiting, chunk])
    let at = 0
    for (; waiting.length - at > size; at += size) yield { bytes: waiting.subarray(at, at + size), isLast: false }
    waiting = Buffer.from(waiting.subarray(at))
  }
  yield { bytes: waiting, isLast: true }
}

/** AES-256-GCM in chunks, under a key that scrypt makes of the passphrase. */
export async function* sealStream(chunks: AsyncIterable<Uint8Array>, passphrase: string, work = WORK): AsyncGenerator<Uint8Array> {
  const salt = randomBytes(SALT_BYTES)
  const header = Buffer.from(`${SEALED_BEGINNING}1 scrypt ${work} ${salt.toString('base64url')}\n`)
  const key = await keyOf(passphrase, salt, work)
  yield header
  let index = 0
  for await (const { bytes, isLast } of inPieces(chunks, CHUNK_BYTES)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    index += 1
  }
}

const openPiece = ({ bytes, isLast }: Piece, index: number, { key, header }: Lock): Uint8Array => {
  const cut = bytes.length - TAG_BYTES
  if (cut < 0) throw new BadDump('the backup is cut off')
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(index, isLast)).setAAD(header).setAuthTag(bytes.subarray(cut))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(0, cut)), decipher.final()])
  } catch (cause) {
    throw new BadDump(index === 0 ? 'the passphrase is wrong, or the backup is damaged' : 'the backup is damaged or cut off', { cause })
  }
}

/** The first line, and what follows it. */
const splitHeader = async (chunks: AsyncIterable<Uint8Array>): Promise<readonly [Buffer, AsyncGenerator<Uint8Array>]> => {
  const iterator = chunks[Symbol.asyncIterator]()
  let read = Buffer.alloc(0)
  while (!read.includes(NEWLINE) && read.length < MAX_HEADER_BYTES) {
    const next = await iterator.next()
    if (next.done === true) break
    read = Buffer.concat([read, next.value])
  }
  const end = read.indexOf(NEWLINE) + 1
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield read.subarray(end)
    yield* { [Symbol.asyncIterator]: () => iterator }
  }
  return [read.subarray(0, end), rest()]
}

/** The opposite. Throws `BadDump` before a byte that was not sealed with the passphrase is given. */
export async function* openStream(chunks: AsyncIterable<Uint8Array>, passphrase: string): AsyncGenerator<Uint8Array> {
  const [header, rest] = await splitHeader(chunks)
  const [, work = '', salt = ''] = HEADER.exec(header.toString('latin1')) ?? []
  if (work === '' || Number(work) > MAX_WORK) throw new BadDump('the backup is sealed in a way that this program does not know')
  const key = await keyOf(passphrase, Buffer.from(salt, 'base64url'), Number(work))
  let index = 0
  for await (const piece of inPieces(rest, CHUNK_BYTES + TAG_BYTES)) {
    yield openPiece(piece, index, { key, header })
    index += 1
  }
}
