import { createHmac } from 'node:crypto'
import { keyParts } from '../kit/key-parts.ts'

const DAY_MS = 86_400_000

const base64url = (text: string): string => Buffer.from(text).toString('base64url')

/** A token the key signs for itself, `id.secret`. Times are in milliseconds here, unlike in other tokens of this form. */
export const signToken = (key: string, now: number): string => {
  const [id = '', secret = ''] = keyParts(key, 2, '.')
  const header = base64url('{"alg":"HS256","sign_type":"SIGN"}')
  const payload = base64url(JSON.stringify({ api_key: id, exp: now + DAY_MS, timestamp: now }))
  const signature = createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url')
  return `${header}.${payload}.${signature}`
}
