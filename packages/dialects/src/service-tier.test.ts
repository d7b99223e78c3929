import { expect, it } from 'bun:test'
import { askedTierIn, isSoldTier, reportedTierIn, tierForGoogle, tierFromGoogle, withTier } from './service-tier.ts'

it.each([
  ['auto', 'auto'],
  ['default', 'default'],
  ['standard', 'default'],
  ['standard_only', 'default'],
  ['on_demand', 'default'],
  ['flex', 'flex'],
  ['priority', 'priority'],
  ['batch', undefined],
  ['', undefined],
  [7, undefined],
] as const)('reads the wish for %p as %p', (word, tier) => {
  expect(askedTierIn({ service_tier: word })).toBe(tier)
})

it('reads no wish where there is no body or no field', () => {
  expect([askedTierIn({}), askedTierIn(undefined)]).toEqual([undefined, undefined])
})

it.each([
  ['default', 'default'],
  ['standard', 'default'],
  ['on_demand', 'default'],
  ['scale', 'default'],
  ['flex', 'flex'],
  ['priority', 'priority'],
  ['batch', 'batch'],
  ['auto', undefined],
  [undefined, undefined],
] as const)('takes the report %p for %p', (word, tier) => {
  expect(reportedTierIn({ service_tier: word })).toBe(tier)
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
