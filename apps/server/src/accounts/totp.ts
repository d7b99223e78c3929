import { createHmac, randomBytes } from 'node:crypto'

const STEP_SECONDS = 30
/** One step to either side: clocks of telephones differ, and typing takes time. */
const STEPS_AROUND = [0, -1, 1] as const
const DIGITS = 6
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
/** As long as the hash, as RFC 4226 asks for. */
const SECRET_BYTES = 20

const toBase32 = (bytes: Uint8Array): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[Number.parseInt(five, 2)]).join('')
}

const fromBase32 = (text: string): Buffer => {
  const bits = Array.from(text, (letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

export const newTotpSecret = (): string => toBase32(randomBytes(SECRET_BYTES))

/** The code of one step, after RFC 6238 with SHA-1, which is what authenticator apps know. */
export const totpCode = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', fromBase32(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7f_ff_ff_ff) % 10 ** DIGITS).padStart(DIGITS, '0')
}

export const totpStepAt = (nowMs: number): number => Math.floor(nowMs / 1000 / STEP_SECONDS)

/** The step this code belongs to; undefined when it belongs to none near now. */
export const matchingStep = (secret: string, code: string, nowMs: number): number | undefined => {
  const now = totpStepAt(nowMs)
  return STEPS_AROUND.map((around) => now + around).find((step) => totpCode(secret, step) === code)
}

/** What an authenticator app reads from the picture. */
export const totpUri = (secret: string, { systemName, username }: { readonly systemName: string; readonly username: string }): string =>
  `otpauth://totp/${encodeURIComponent(systemName)}:${encodeURIComponent(username)}?secret=${secret}&issuer=${encodeURIComponent(systemName)}`
