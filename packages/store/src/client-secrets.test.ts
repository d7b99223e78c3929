import { describe, expect, it } from 'bun:test'
import { createClientSecrets } from './client-secrets.ts'
import { createVault } from './vault.ts'

const secrets = createClientSecrets(createVault(new Uint8Array(32).fill(7)))
const secret = {
  authorization: 'Bearer sk-0123456789abcdef',
  expiresAt: 1_800_000_000,
  session: { type: 'realtime', model: 'gpt-realtime' },
}

describe('a client secret', () => {
  it('opens to what it was made of, under the same root key alone', () => {
    const value = secrets.seal(secret)
    expect(value).toMatch(/^ek_[\w-]+$/)
    expect(secrets.open(value)).toEqual(secret)
    expect(createClientSecrets(createVault(new Uint8Array(32).fill(8))).open(value)).toBeUndefined()
  })

  it('hides the key it stands for and is never the same twice', () => {
    const value = secrets.seal(secret)
    expect(Buffer.from(value.slice(3), 'base64url').includes('0123456789abcdef')).toBe(false)
    expect(secrets.seal(secret)).not.toBe(value)
  })

  it('does not open when a letter of it is changed, cut or added', () => {
    const value = secrets.seal(secret)
    for (let at = 3; at < value.length - 1; at += 7) {
      const other = value[at] === 'A' ? 'z' : 'A'
      expect(secrets.open(value.slice(0, at) + other + value.slice(at + 1))).toBeUndefined()
      expect(secrets.open(value.slice(0, at))).toBeUndefined()
    }
    for (const text of ['', 'ek_', `${value}AAAA`, `${value}%`, `ek_${'x'.repeat(30_000)}`]) expect(secrets.open(text)).toBeUndefined()
  })
})
