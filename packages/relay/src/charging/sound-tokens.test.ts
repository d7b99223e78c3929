import { expect, it } from 'bun:test'
import type { Usage } from '@weir/dialects/model/usage'
import type { Price } from '@weir/ledger/price'
import { heldEstimate, inTokens } from './sound-tokens.ts'

const price = (over: Partial<Price>): Price => ({
  ratios: { model: 1, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
  version: 'v',
  isListed: true,
  ...over,
})
const byTokens = price({ isPerToken: true })
const estimate = { promptTokens: 60_001, maxOutputTokens: 0, choices: 1 }
const usage: Usage = { input: 60_001, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'estimate', unit: 'millisecond' }

it('holds fifty tokens for a second of sound that is sold by tokens', () => {
  expect(heldEstimate(estimate, 'millisecond', byTokens)).toEqual({ promptTokens: 3001, maxOutputTokens: 0, choices: 1 })
})

it('charges twenty tokens for a second of which upstream tells nothing but the length', () => {
  expect(inTokens(usage, byTokens)).toEqual({ input: 1201, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'estimate' })
})

it('leaves alone what is sold by its length, and what is counted otherwise', () => {
  expect(heldEstimate(estimate, 'millisecond', price({}))).toBe(estimate)
  expect(heldEstimate(estimate, undefined, byTokens)).toBe(estimate)
  expect(heldEstimate(estimate, 'character', byTokens)).toBe(estimate)
  expect(inTokens(usage, price({}))).toBe(usage)
  const characters: Usage = { ...usage, unit: 'character' }
  expect(inTokens(characters, byTokens)).toBe(characters)
})
