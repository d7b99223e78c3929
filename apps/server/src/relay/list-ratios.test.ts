import { describe, expect, it } from 'bun:test'
import type { ListPrice } from '@weir/contract/catalog/entry'
import { isPerQuery, listPictures, listRatios, listTiers } from './list-ratios.ts'

describe('the ratios of a list price', () => {
  it.each<readonly [string, ListPrice, object | undefined]>([
    ['two dollars a million are ratio 1', { input: 2 }, { model: 1, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    [
      'the rest is relative to the input',
      { input: 5, output: 25, cacheRead: 0.5, cacheWrite: 6.25 },
      { model: 2.5, completion: 5, cacheRead: 0.1, cacheWrite: 1.25 },
    ],
    ['quotients have six decimals', { input: 3, output: 1 }, { model: 1.5, completion: 0.333333, cacheRead: 1, cacheWrite: 1 }],
    [
      'other classes have ratios of their own',
      { input: 4, audioInput: 32, audioOutput: 64, reasoning: 8 },
      { model: 2, completion: 1, cacheRead: 1, cacheWrite: 1, audioInput: 8, audioOutput: 16, reasoning: 2 },
    ],
    [
      'input that is free beside output that is not',
      { input: 0, output: 6 },
      { model: 3, input: 0, completion: 1, cacheRead: 0, cacheWrite: 0 },
    ],
    ['nothing costs nothing', { input: 0 }, { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['characters', { perMillionCharacters: 15 }, { model: 7.5, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['seconds are a thousand milliseconds', { perSecond: 0.0001 }, { model: 0.05, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['a picture is a thousand thousandths', { perImage: 0.04 }, { model: 20, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['a query is one', { perQuery: 0.002, input: 0 }, { model: 1000, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    ['tokens come before queries', { perQuery: 0.002, input: 2 }, { model: 1, completion: 1, cacheRead: 1, cacheWrite: 1 }],
    [
      'fees are units of two millionths of a dollar',
      { input: 2, fees: { webSearch: 0.01 }, perRequest: 0.002 },
      { model: 1, completion: 1, cacheRead: 1, cacheWrite: 1, fees: { webSearch: 5000, request: 1000 } },
    ],
    [
      'fees stand beside what is free',
      { input: 0, fees: { fileSearch: 0.0025 } },
      { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1, fees: { fileSearch: 1250 } },
    ],
    [
      'a request that is sold as such costs nothing besides',
      { perRequest: 0.04 },
      { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1, fees: { request: 20_000 } },
    ],
    ['what has no price for what it is counted in has none', { output: 5 }, undefined],
  ])('%s', (_, price, ratios) => {
    expect<object | undefined>(listRatios(price)).toEqual(ratios)
  })

  it('are those of queries only where tokens cost nothing', () => {
    expect([{ perQuery: 1 }, { perQuery: 1, input: 0 }, { perQuery: 1, input: 1 }, { input: 0 }].map(isPerQuery)).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('have pictures, those first that name most, each at its own price beside the fees', () => {
    const price: ListPrice = {
      perImage: 0.04,
      perRequest: 0.002,
      images: [
        { quality: 'hd', price: 0.1 },
        { size: '1x1', price: 0.06 },
        { size: '1x1', quality: 'hd', price: 0.08 },
        { size: '2x2', price: 0 },
      ],
    }
    expect(listPictures(price).map(({ size, quality, ratios }) => [size, quality, ratios.model, ratios.fees])).toEqual([
      ['1x1', 'hd', 40, { request: 1000 }],
      ['1x1', undefined, 30, { request: 1000 }],
      ['2x2', undefined, 0, { request: 1000 }],
      [undefined, 'hd', 50, { request: 1000 }],
    ])
    expect(listPictures({ perImage: 1 })).toEqual([])
    expect(listRatios({ images: [{ size: '1x1', price: 0.06 }] })).toMatchObject({ model: 30 })
  })

  it('have tiers, longest prompts first, which keep what they do not name', () => {
    const price: ListPrice = {
      input: 2,
      output: 4,
      tiers: [
        { above: 1000, input: 4 },
        { above: 5000, output: 12 },
      ],
    }
    expect(listTiers(price).map(({ above, ratios }) => [above, ratios.model, ratios.completion])).toEqual([
      [5000, 1, 6],
      [1000, 2, 1],
    ])
    expect(listTiers({ input: 2 })).toEqual([])
    expect(listTiers({ tiers: [{ above: 1, output: 2 }] })).toEqual([])
  })
})
