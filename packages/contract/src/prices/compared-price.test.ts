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
