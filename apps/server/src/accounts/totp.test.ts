import { describe, expect, it } from 'bun:test'
import { matchingStep, newTotpSecret, totpCode, totpStepAt, totpUri } from './totp.ts'

/** The key of RFC 6238, appendix B: the text 12345678901234567890. */
const RFC_SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('time-based codes', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %d s the code is the last six digits of the one in RFC 6238', (seconds, code) => {
    expect(totpCode(RFC_SECRET, totpStepAt(seconds * 1000))).toBe(code)
  })

  it('count one step before and after their own, and no further', () => {
    const stepAt = (seconds: number, code = '081804') => matchingStep(RFC_SECRET, code, seconds * 1000)
    expect(stepAt(1_111_111_049)).toBeUndefined()
    expect(stepAt(1_111_111_050)).toBe(37_037_036)
    expect(stepAt(1_111_111_109)).toBe(37_037_036)
    expect(stepAt(1_111_111_139)).toBe(37_037_036)
    expect(stepAt(1_111_111_140)).toBeUndefined()
    expect(stepAt(1_111_111_109, '81804')).toBeUndefined()
  })

  it('have a new secret of 160 bits each time', () => {
    const secret = newTotpSecret()
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(newTotpSecret()).not.toBe(secret)
  })

  it('come with an address that apps can read', () => {
    expect(totpUri('ABC', { systemName: '网关 A', username: 'a:b' })).toBe(
      'otpauth://totp/%E7%BD%91%E5%85%B3%20A:a%3Ab?secret=ABC&issuer=%E7%BD%91%E5%85%B3%20A',
    )
  })
})
