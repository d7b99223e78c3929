import { expect, it } from 'bun:test'
import { comparedPrice } from './compared-price.ts'

it('compares prices of pictures by what one costs that no row names', () => {
  const images = [
    { size: '1x1', price: 0.02 },
    { size: '2x2', price: 0.03 },
  ]
  expect(comparedPrice({ perImage: 0.01, images })).toEqual({ unit: 'perImage', dollars: 0.01 })
  expect(comparedPrice({ images })).toEqual({ unit: 'perImage', dollars: 0.03 })
  expect(comparedPrice({ perSecond: 0.5 })).toEqual({ unit: 'perSecond', dollars: 0.5 })
  expect(comparedPrice({})).toBeUndefined()
})

it('compares by the request where tokens cost nothing beside it', () => {
  expect(comparedPrice({ input: 0, output: 0, perRequest: 0.04 })).toEqual({ unit: 'perRequest', dollars: 0.04 })
  expect(comparedPrice({ input: 1, output: 2, perRequest: 0.04 })).toEqual({ unit: 'tokens', dollars: 3 })
  expect(comparedPrice({ input: 0 })).toEqual({ unit: 'tokens', dollars: 0 })
})
