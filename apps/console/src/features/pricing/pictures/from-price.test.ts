import { expect, test } from 'bun:test'
import { en } from '../../../shared/i18n/en.ts'
import { translatorFor } from '../../../shared/i18n/translate.ts'
import { zh } from '../../../shared/i18n/zh.ts'
import { cheapestPicture, picturePrice } from './from-price.ts'

const images = [
  { size: '512x512', price: 0.02 },
  { size: '1024x1024', price: 0.08 },
]

test('pictures of several prices are told from the cheapest on, those of one price at it', () => {
  expect(picturePrice({ perImage: 0.04, images }, translatorFor(en))).toBe('from $0.02 / image')
  expect(picturePrice({ perImage: 0.01, images }, translatorFor(zh))).toBe('$0.01 起 / 张')
  expect(picturePrice({ perImage: 0.04 }, translatorFor(en))).toBe('$0.04 / image')
  expect(picturePrice({ images: [{ size: '512x512', price: 0.02 }] }, translatorFor(en))).toBe('$0.02 / image')
})

test('the cheapest is none where all cost the same', () => {
  expect([cheapestPicture({ perImage: 0.04, images }), cheapestPicture({ perImage: 0.04 }), cheapestPicture({ images })]).toEqual([
    0.02,
    undefined,
    0.02,
  ])
})
