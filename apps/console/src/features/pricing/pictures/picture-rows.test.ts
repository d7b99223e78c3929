import { expect, test } from 'bun:test'
import { imagesFrom, isNameless, isRepeated, pictureRowsOf } from './picture-rows.ts'

const images = [
  { size: '1024x1024', quality: 'hd', price: 0.08 },
  { size: '512x512', price: 0.018 },
  { quality: 'low', price: 0 },
]

test('rows of pictures come out of the form as they went in', () => {
  expect(imagesFrom(pictureRowsOf({ images }))).toEqual({ images })
  expect(imagesFrom(pictureRowsOf({ perImage: 1 }))).toEqual({})
})

test('rows are trimmed and compared as the server does', () => {
  expect(imagesFrom([{ size: ' 1024X1024 ', quality: ' ', price: 0.05 }])).toEqual({ images: [{ size: '1024x1024', price: 0.05 }] })
  const rows = [{ size: '1X1' }, { size: '1x1 ', quality: '' }, { size: '1x1', quality: 'hd' }, {}, { size: ' ' }]
  expect(rows.map((row) => isRepeated(row, rows))).toEqual([true, true, false, false, false])
  expect(rows.map(isNameless)).toEqual([false, false, false, true, true])
})
