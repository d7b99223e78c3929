import { expect, it } from 'bun:test'
import { askedTierIn, isSoldTier, reportedTierIn, tierForGoogle, tierFromGoogle } from './service-tier.ts'
import { withTier } from './model/usage.ts'

it('reads no wish and no report where there is no body or no field', () => {
  expect([{}, undefined, 'flex'].map(askedTierIn)).toEqual([undefined, undefined, undefined])
  expect([{}, undefined, 'flex'].map(reportedTierIn)).toEqual([undefined, undefined, undefined])
})

it.each([
  ['flex', 'flex', 'flex'],
  ['SERVICE_TIER_FLEX', 'flex', 'flex'],
  ['priority', 'priority', 'priority'],
  ['STANDARD', 'default', 'standard'],
  ['unspecified', 'default', 'standard'],
  ['deferred', undefined, undefined],
  [3, undefined, undefined],
] as const)('reads Google’s %p as %p and writes it as %p', (word, tier, written) => {
  expect([tierFromGoogle(word), tierForGoogle(tierFromGoogle(word))]).toEqual([tier, written])
})

it('has no word of Google’s for what is left to upstream, or for a batch', () => {
  expect([tierForGoogle('auto'), tierForGoogle('batch'), tierForGoogle(undefined)]).toEqual([undefined, undefined, undefined])
})

it('sells two tiers to those who ask', () => {
  expect(['flex', 'priority', 'batch', 'auto', 'default'].filter(isSoldTier)).toEqual(['flex', 'priority'])
})

it('puts the tier beside the figures, and leaves them alone without one', () => {
  const usage = { input: 1, cacheRead: 0, cacheWrite: 0, output: 2, reasoning: 0, source: 'upstream' } as const
  expect(withTier(usage, 'flex')).toEqual({ ...usage, tier: 'flex' })
  expect(withTier(usage, undefined)).toBe(usage)
})
