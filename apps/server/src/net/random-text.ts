import { randomBytes, randomInt } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Bytes from here on are thrown away: taking them modulo 62 would favour some letters. */
const FAIR_LIMIT = 248

export const randomBase62 = (length: number): string => {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) if (byte < FAIR_LIMIT && text.length < length) text += BASE62[byte % 62]
  }
  return text
}

/** A relay token without its `sk-`. No dash may appear: it would be read as a channel number. */
export const newTokenKey = (): string => randomBase62(48)

/** Short enough to type; five wrong guesses end it. */
export const newMailCode = (): string => String(randomInt(100_000_000)).padStart(8, '0')

/** 256 bits, for what is stored only as a hash. */
export const newSecretId = (): string => randomBytes(32).toString('base64url')

/** A redemption code: 128 bits as the 32 hexadecimal digits that existing clients expect. */
export const newRedemptionCode = (): string => randomBytes(16).toString('hex')

/** 60 bits in three groups of lower-case letters and digits, easy to copy from paper. */
export const newRecoveryCode = (): string => (randomBytes(8).toString('hex').slice(0, 15).match(/.{5}/g) ?? []).join('-')
