import { expect, it } from 'bun:test'
import { scaledPrice } from './scaled-price.ts'

it('multiplies every figure of a price by the ratio of a group, and no length', () => {
  const price = {
    input: 2.5,
    output: 10,
    cacheRead: 0.1,
    tiers: [{ above: 200_000, input: 5 }],
    fees: { webSearch: 0.01 },
    perRequest: 0.002,
    perImage: 0.04,
  }
  expect(scaledPrice(price, 1.1)).toEqual({
    input: 2.75,
    output: 11,
    cacheRead: 0.11,
    tiers: [{ above: 200_000, input: 5.5 }],
    fees: { webSearch: 0.011 },
    perRequest: 0.0022,
    perImage: 0.044,
  })
  expect(scaledPrice({ input: 3 }, 0)).toEqual({ input: 0 })
})

it('multiplies the prices of pictures of every size', () => {
  const images = [
    { size: '1024x1024', quality: 'hd', price: 0.08 },
    { quality: 'low', price: 0.01 },
  ]
  expect(scaledPrice({ perImage: 0.04, images }, 0.5)).toEqual({
    perImage: 0.02,
    images: [
      { size: '1024x1024', quality: 'hd', price: 0.04 },
      { quality: 'low', price: 0.005 },
    ],
  })
})

it('multiplies the rates of service tiers as well, but not what multiplies the usual rates', () => {
  const service = { flex: { multiplier: 0.5, output: 3 }, priority: { input: 2, tiers: [{ above: 1000, input: 4 }] } }
  expect(scaledPrice({ input: 1, service }, 2)).toEqual({
    input: 2,
    service: { flex: { multiplier: 0.5, output: 6 }, priority: { input: 4, tiers: [{ above: 1000, input: 8 }] } },
  })
})
