import { describe, expect, it } from 'bun:test'
import { WrongKey } from './errors.ts'
import { openLookupKeys } from './vault/derived-keys.ts'
import { createKeyring, createVault } from './vault.ts'

const vault = createVault(new Uint8Array(32).fill(1))

describe('vault', () => {
  it('opens what it sealed, emoji and emptiness included', () => {
    for (const plain of ['', 'sk-abc', '密钥🔑'])
      expect(vault.open('token-encrypt', 'a.b.1', vault.seal('token-encrypt', 'a.b.1', plain))).toBe(plain)
  })

  it('never seals the same way twice', () => {
    expect(vault.seal('token-encrypt', 'a.b.1', 'x')).not.toBe(vault.seal('token-encrypt', 'a.b.1', 'x'))
  })

  it('refuses a ciphertext moved to another place, purpose or root key', () => {
    const sealed = vault.seal('token-encrypt', 'a.b.1', 'x')
    expect(() => vault.open('token-encrypt', 'a.b.2', sealed)).toThrow(WrongKey)
    expect(() => vault.open('channel-encrypt', 'a.b.1', sealed)).toThrow(WrongKey)
    expect(() => createVault(new Uint8Array(32).fill(2)).open('token-encrypt', 'a.b.1', sealed)).toThrow(WrongKey)
  })

  it('refuses a ciphertext with any byte changed, cut short or of another key version', () => {
    const bytes = Buffer.from(vault.seal('token-encrypt', 'a.b.1', 'secret'), 'base64')
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index)
      expect(() => vault.open('token-encrypt', 'a.b.1', changed.toString('base64'))).toThrow(WrongKey)
    }
    for (const length of [0, 1, 10, 28]) {
      expect(() => vault.open('token-encrypt', 'a.b.1', bytes.subarray(0, length).toString('base64'))).toThrow(WrongKey)
    }
  })

  it('looks up by value, apart for each purpose', () => {
    expect(vault.lookup('token-lookup', 'x')).toBe(vault.lookup('token-lookup', 'x'))
    expect(vault.lookup('token-lookup', 'x')).not.toBe(vault.lookup('token-lookup', 'X'))
    expect(vault.lookup('token-lookup', 'x')).not.toBe(vault.lookup('channel-lookup', 'x'))
  })

  it('names the purpose for which a key that was replaced is not kept', () => {
    expect(() => openLookupKeys('{}').lookup('token-lookup', 'x')).toThrow(new Error('no key for token-lookup'))
  })

  it('refuses one generation too many among others', () => {
    const keyring = createKeyring([new Uint8Array(32).fill(1)])
    const keyId = keyring.writer()
    const generations = [
      { generation: 255, keyId, state: 'present', lookupKeys: '' },
      { generation: 256, keyId, state: 'announced', lookupKeys: '' },
    ] as const
    expect(() => keyring.use(generations)).toThrow(new WrongKey('the root key was replaced too often'))
    expect(() => keyring.use(generations.slice(0, 1))).not.toThrow()
  })

  it('refuses a root key of another length', () => {
    expect(() => createVault(new Uint8Array(16))).toThrow(WrongKey)
  })
})
