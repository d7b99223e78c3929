import { describe, expect, it } from 'bun:test'
import type { Usage } from '@weir/dialects/model/usage'
import { costOf, type Price } from '@weir/ledger/price'
import { chargeOf } from './charge.ts'
import { recompute, readChargeDetail } from './charge-detail.ts'
import { withPicture } from './pictures.ts'
import { reprice } from './reprice.ts'
import { toHold } from './to-hold.ts'

const at = (model: number) => ({ model, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 })

/** A ratio of 10 is 10 000 units a picture. */
const price: Price = {
  ratios: at(1),
  pictures: [
    { size: '1024x1024', quality: 'hd', ratios: at(8) },
    { size: '1024x1024', ratios: at(4) },
    { quality: 'hd', ratios: at(6) },
  ],
  version: 'v',
  isListed: true,
}
const flat: Price = { ratios: at(1), version: 'v', isListed: true }

const drawn = (picture: Partial<NonNullable<Usage['picture']>> = {}, over: Partial<Usage> = {}): Usage => ({
  input: 1000,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  unit: 'image',
  picture: { size: '1024x1024', quality: 'standard', count: 1, ...picture },
  source: 'estimate',
  ...over,
})
const costAt = (usage: Usage, of: Price = price): number => {
  const charge = chargeOf(usage, of)
  return Number(costOf(charge.usage, charge.ratios))
}

describe('pictures sold by size and quality', () => {
  it.each([
    ['1024x1024', 'hd', 8000],
    ['1024x1024', 'standard', 4000],
    ['512x512', 'hd', 6000],
    ['512x512', 'standard', 1000],
    ['', '', 1000],
  ])('at %p and %p cost %p units: both, the size, the quality, then what is left', (size, quality, units) => {
    expect(costAt(drawn({ size, quality }))).toBe(units)
    expect(costAt(drawn({ size, quality, count: 3 }, { input: 9999 }))).toBe(3 * units)
  })

  it('cost what the weight of their size says where the price names no sizes', () => {
    expect(costAt(drawn({ quality: 'hd', count: 2 }, { input: 6000 }), flat)).toBe(6000)
    const tokens: Usage = { input: 70, cacheRead: 0, cacheWrite: 0, output: 5, reasoning: 0, source: 'upstream' }
    expect(costAt(tokens)).toBe(75)
  })

  it('are held at what they will be charged', () => {
    const estimate = { promptTokens: 6000, maxOutputTokens: 0, choices: 1 }
    const held = (fixedUsage: Usage | undefined, of: Price) =>
      toHold({ estimate, asked: { rawBody: '', body: {}, maxOutputTokens: 0, fixedUsage } }, of)
    expect(held(drawn({ quality: 'hd', count: 2 }, { input: 6000 }), price)).toEqual({
      estimate: { promptTokens: 2000, maxOutputTokens: 0, choices: 1 },
      ratios: [at(8)],
    })
    expect(held(drawn(), flat)).toEqual({ estimate, ratios: [at(1)] })
    expect(held(undefined, price)).toEqual({ estimate, ratios: [at(1)] })
  })

  it('are as many as upstream says, of the size that was asked for', () => {
    const reported = { ...drawn({}, { input: 3000, source: 'upstream' }), picture: undefined } as unknown as Usage
    expect(withPicture(reported, drawn({ size: '2k', count: 1 }))?.picture).toEqual({ size: '2k', quality: 'standard', count: 3 })
    const { unit: _, ...tokens } = reported
    expect([withPicture(tokens, drawn()), withPicture(undefined, drawn())]).toEqual([tokens, undefined])
    expect(withPicture(reported, undefined)).toBe(reported)
  })
})

describe('the row of such a charge', () => {
  const charge = chargeOf(drawn({ quality: 'hd', count: 2 }, { input: 6000 }), price)
  const text = JSON.stringify({ price: charge.ratios, usage: charge.usage })

  it('gives the charge again by itself, and tells of what it was', () => {
    expect(Number(recompute({ detail: text }))).toBe(16_000)
    expect(readChargeDetail(text)).toMatchObject({
      usage: { input: 2000, unit: 'image', picture: { size: '1024x1024', quality: 'hd', count: 2, units: 6000 } },
    })
  })

  it('is charged anew at a price with sizes and at one without', () => {
    const kept = readChargeDetail(text)
    if (kept === undefined || kept === 'incomplete') throw new Error('unreadable')
    const dearer: Price = { ...price, pictures: [{ size: '1024x1024', ratios: at(5) }] }
    const repriced = reprice(kept, dearer)
    expect(Number(repriced?.cost)).toBe(10_000)
    expect(repriced?.detail.usage).toMatchObject({ input: 2000, picture: { count: 2, units: 6000 } })
    expect(Number(reprice(kept, flat)?.cost)).toBe(6000)
    expect(reprice(kept, flat)?.detail.usage.picture).toEqual({ size: '1024x1024', quality: 'hd', count: 2 })
    const older = { price: at(1), usage: { ...drawn({}, { input: 6000 }), picture: undefined } as unknown as Usage }
    expect(Number(reprice(older, price)?.cost)).toBe(6000)
  })

  it.each([{ count: -1 }, { count: 'x' }, { size: 1 }, { quality: undefined }, { units: 0.5 }])('is not guessed at with %p', (broken) => {
    const usage = { ...charge.usage, picture: { ...charge.usage.picture, ...broken } }
    expect(readChargeDetail(JSON.stringify({ price: charge.ratios, usage }))).toBe('incomplete')
  })
})
