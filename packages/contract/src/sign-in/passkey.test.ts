import { describe, expect, it } from 'bun:test'
import type { z } from 'zod'
import { MAX_PASSKEYS, addPasskey, offerPasskey, shownCredential } from './passkey.ts'

const made = {
  name: 'phone',
  credential: { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', attestationObject: 'a' } },
}
const shown = { id: 'a', rawId: 'a', type: 'public-key', response: { clientDataJSON: 'a', authenticatorData: 'a', signature: 'a' } }
const accepts = (schema: z.ZodType, value: unknown): boolean => schema.safeParse(value).success
const long = (length: number): string => 'a'.repeat(length)

const ofMade = (response: object) => ({
  ...made,
  credential: { ...made.credential, response: { ...made.credential.response, ...response } },
})
const ofShown = (response: object) => ({ ...shown, response: { ...shown.response, ...response } })

describe('a passkey', () => {
  it.each<readonly [string, number, z.ZodType, (text: string) => unknown]>([
    ['name', 50, addPasskey.input.body, (name) => ({ ...made, name })],
    ['id', 1364, addPasskey.input.body, (id) => ({ ...made, credential: { ...made.credential, id } })],
    ['rawId', 1364, shownCredential, (rawId) => ({ ...shown, rawId })],
    ['clientDataJSON', 8192, addPasskey.input.body, (clientDataJSON) => ofMade({ clientDataJSON })],
    ['attestationObject', 65_536, addPasskey.input.body, (attestationObject) => ofMade({ attestationObject })],
    ['a transport', 32, addPasskey.input.body, (transport) => ofMade({ transports: [transport] })],
    ['authenticatorData', 8192, shownCredential, (authenticatorData) => ofShown({ authenticatorData })],
    ['signature', 8192, shownCredential, (signature) => ofShown({ signature })],
    ['userHandle', 128, shownCredential, (userHandle) => ofShown({ userHandle })],
  ])('has a %s of 1 to %d signs', (...[, longest, schema, valueOf]) => {
    expect([1, longest, longest + 1].map((length) => accepts(schema, valueOf(long(length))))).toEqual([true, true, false])
  })

  it.each(['', 'a b', 'a=', 'ä'])('has no id %p', (id) => {
    expect(accepts(shownCredential, { ...shown, id })).toBe(false)
  })

  it('has a name, ten transports at most, and is of the type public-key', () => {
    expect(accepts(addPasskey.input.body, { ...made, name: ' ' })).toBe(false)
    expect([10, 11].map((count) => accepts(addPasskey.input.body, ofMade({ transports: Array(count).fill('usb') })))).toEqual([true, false])
    expect(accepts(shownCredential, { ...shown, type: 'password' })).toBe(false)
    expect(accepts(shownCredential, ofShown({ userHandle: null }))).toBe(true)
  })

  it('is offered as the browser needs it', () => {
    const offer = {
      challenge: 'c',
      rp: { id: 'gw.example', name: 'Weir' },
      user: { id: 'u', name: 'ada', displayName: 'Ada' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      timeout: 300_000,
      attestation: 'none',
      excludeCredentials: [],
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    }
    expect<unknown>(offerPasskey.data.parse(offer)).toEqual(offer)
  })

  it('is one of twenty at most', () => {
    expect(MAX_PASSKEYS).toBe(20)
  })
})
