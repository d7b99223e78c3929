import { describe, expect, it } from 'bun:test'
import { UnusableKey } from '@weir/dialects/model/unusable-key'
import { readCredential } from './credential.ts'

const target = { baseUrl: '', other: '', config: {}, modelMapping: {}, systemPrompt: '' }

describe('a key of AWS', () => {
  it('is taken apart whatever blanks are around its parts', () => {
    expect(readCredential({ ...target, key: ' AK | SK | us-east-1 ' })).toEqual({
      kind: 'signature',
      accessKeyId: 'AK',
      secretKey: 'SK',
      region: 'us-east-1',
      sessionToken: '',
    })
    expect(readCredential({ ...target, key: 'K|eu-west-1' })).toEqual({ kind: 'api-key', apiKey: 'K', region: 'eu-west-1' })
    expect(readCredential({ ...target, key: 'K', config: { region: 'eu-west-1' } })).toMatchObject({ region: 'eu-west-1' })
  })

  it('is refused when a part is missing or the region is none', () => {
    for (const key of ['', 'K', 'AK||us-east-1', 'AK|SK|', 'AK|SK|example.com/'])
      expect(() => readCredential({ ...target, key })).toThrow(UnusableKey)
  })
})
