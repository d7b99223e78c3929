import { expect, test } from 'bun:test'
import { toCsv } from './csv.ts'

const lineOf = (...row: readonly (string | number | boolean)[]) => toCsv([row]).slice(1)

test('begins with a byte order mark and ends every line', () => {
  expect(
    toCsv([
      ['a', 1],
      ['b', 2],
    ]),
  ).toBe('\ufeffa,1\r\nb,2\r\n')
})

test('quotes separators, quotes and line ends', () => {
  expect(lineOf('a,b', 'say "x"', 'two\nlines')).toBe('"a,b","say ""x""","two\nlines"\r\n')
})

test.each(['=1+1', '+1', '-1', '@cmd', '\t=1'])('%p does not become a formula', (text) => {
  expect(lineOf(text)).toBe(`'${text}\r\n`)
})

test('numbers stay numbers, negative ones too', () => {
  expect(lineOf(-5, true)).toBe('-5,true\r\n')
})
