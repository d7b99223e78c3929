import { describe, expect, test } from 'bun:test'
import { baseOf, sheetFrom, unitOf, valuesOf } from './price-values.ts'

const base = {
  model: 'm',
  vendor: 'openai',
  mode: 'chat',
  context: 128_000,
  can: ['tools'],
  price: { input: 2.5, output: 10, cacheRead: 1.25, perRequest: 0.001, tiers: [{ above: 200_000, input: 5 }], fees: { webSearch: 0.01 } },
} as const
const sheet = { ...base, can: [...base.can], price: { ...base.price, tiers: [...base.price.tiers] } }
const { model: _, ...saved } = sheet

describe('a sheet', () => {
  test('comes out of its form as it went in', () => {
    expect(sheetFrom(valuesOf(sheet), sheet)).toEqual(saved)
  })

  test('loses tiers and fees where the operator does not keep them', () => {
    const values = { ...valuesOf(sheet), input: 3, cacheRead: null, keepsRest: false }
    expect(sheetFrom(values, sheet).price).toEqual({ input: 3, output: 10, perRequest: 0.001 })
  })

  test('of a model that nobody knows is told by what it is counted in', () => {
    expect(sheetFrom({ unit: 'tokens', input: 0, output: 4 }, undefined)).toEqual({
      vendor: 'custom',
      mode: 'chat',
      price: { input: 0, output: 4 },
    })
    expect(sheetFrom({ unit: 'perSecond', amount: 0.0001, input: 9 }, undefined)).toEqual({
      vendor: 'custom',
      mode: 'audio-transcription',
      price: { perSecond: 0.0001 },
    })
  })

  test('of pictures keeps what it says of sizes, and loses it with the unit', () => {
    const images = [
      { size: '1024x1024', quality: 'hd', price: 0.08 },
      { size: '1024x1024', price: 0.05 },
    ]
    const drawer = { model: 'd', vendor: 'v', mode: 'image' as const, price: { perImage: 0.04, images } }
    expect(sheetFrom(valuesOf(drawer), drawer).price).toEqual({ perImage: 0.04, images })
    expect(sheetFrom({ ...valuesOf(drawer), unit: 'tokens', input: 1 }, drawer).price).toEqual({ input: 1 })
    expect(sheetFrom({ ...valuesOf(drawer), images: [] }, drawer).price).toEqual({ perImage: 0.04 })
    expect(valuesOf({ price: { images } })).toMatchObject({ unit: 'perImage', amount: 0.08 })
  })

  test('keeps its other names, each once, and says so where all are taken away', () => {
    const named = { ...sheet, aliases: ['a', 'b'] }
    expect(sheetFrom(valuesOf(named), named).aliases).toEqual(['a', 'b'])
    expect(sheetFrom({ ...valuesOf(named), aliases: [' c ', 'c', ''] }, named).aliases).toEqual(['c'])
    expect(sheetFrom({ ...valuesOf(named), aliases: [] }, named).aliases).toEqual([])
    expect('aliases' in sheetFrom(valuesOf(sheet), sheet)).toBe(false)
    expect([baseOf(sheet, named)?.aliases, baseOf({ ...sheet, aliases: [] }, named)?.aliases, baseOf(undefined, named)?.aliases]).toEqual([
      ['a', 'b'],
      [],
      ['a', 'b'],
    ])
    expect([baseOf(sheet, undefined), baseOf(undefined, undefined)]).toEqual([sheet, undefined])
  })

  test('that costs by the query stays so, whatever it lists for input', () => {
    const rerank = { model: 'r', vendor: 'cohere', mode: 'rerank' as const, price: { input: 0, perQuery: 0.002 } }
    expect(unitOf(rerank.price)).toBe('perQuery')
    expect(sheetFrom(valuesOf(rerank), rerank).price).toEqual({ perQuery: 0.002 })
  })
})
