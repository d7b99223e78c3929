import { expect, test } from 'bun:test'
import { halfWidth, numberText, readNumber } from './read-number.ts'

test.each([
  ['1.5', 1.5],
  [' 1.5 ', 1.5],
  ['１．５', 1.5],
  ['０１２', 12],
  ['1。5', 1.5],
  ['１｡５', 1.5],
  ['1,500', 1500],
  ['１，５００', 1500],
  ['12,345,678.25', 12_345_678.25],
  ['.5', 0.5],
  ['5.', 5],
  ['-5', -5],
  ['－５', -5],
  ['−5', -5],
  ['+5', 5],
  ['2.5e-7', 2.5e-7],
  ['1E3', 1000],
])('%s is %d', (text, value) => {
  expect(readNumber(text)).toBe(value)
})

test.each([
  '1,5',
  '1,50',
  '1,5000',
  '0,500',
  '1500,000',
  '1.500,25',
  '1,500,25',
  '1 500',
  '1.5.2',
  '1-5',
  '5²',
  '½',
  '¥5',
  '5 USD',
  '1.5k',
])('%s is not read as another number', (text) => {
  expect([readNumber(text), readNumber(text, { isMoney: true })]).toEqual([Number.NaN, Number.NaN])
})

test.each(['.', '-', 'e5', '$', '一', '0x10', 'Infinity', '1e400'])('%s is no number', (text) => {
  expect(readNumber(text, { isMoney: true })).toBeNaN()
})

test.each([
  ['$1.50', 1.5],
  ['＄１．５０', 1.5],
  ['$ 1,500', 1500],
  ['-$3', -3],
])('%s is an amount of dollars, and no number of anything else', (text, value) => {
  expect([readNumber(text, { isMoney: true }), readNumber(text)]).toEqual([value, Number.NaN])
})

test('nothing and blanks are nothing', () => {
  expect([readNumber(''), readNumber(' 　')]).toEqual([null, null])
})

test('a number is shown in digits that are read as the same number', () => {
  const shown = { 0: '0', 1_234_567: '1234567', 0.1: '0.1', 2.5e-7: '0.00000025', 1e21: '1000000000000000000000', '-0.5': '-0.5' }
  for (const [value, text] of Object.entries(shown)) expect([numberText(Number(value)), readNumber(text)]).toEqual([text, Number(value)])
  expect([numberText(null), numberText(Number.NaN)]).toEqual(['', ''])
})

test('full-width signs become plain ones and other words stay', () => {
  expect(halfWidth('　２０２６－１１－０８　００：００ 注')).toBe('2026-11-08 00:00 注')
})
