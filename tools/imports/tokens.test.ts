import { expect, it } from 'bun:test'
import { tokenize } from './tokens.ts'

const texts = (source: string): readonly string[] => tokenize(source).map((token) => token.text)

it('ignores line and block comments', () => {
  expect(texts("a // import 'x'\n/* import 'y'\n */ b")).toEqual(['a', 'b'])
})

it('counts lines across comments, strings and templates', () => {
  const tokens = tokenize('/*\n\n*/ a\n`x\ny` b')
  expect(tokens.map(({ text, line }) => [text, line])).toEqual([
    ['a', 3],
    ['x\ny', 4],
    ['b', 5],
  ])
})

it('reads strings as one token, escaped quotes included', () => {
  expect(tokenize(String.raw`'it\'s' "a // b"`).map(({ kind, text }) => [kind, text])).toEqual([
    ['string', String.raw`it\'s`],
    ['string', 'a // b'],
  ])
})

it('reads the code inside template substitutions, nested templates too', () => {
  expect(texts('`a ${b + `c ${d}`} e` f')).toEqual(['${', 'b', '+', '${', 'd', '}', '}', 'f'])
})

it('skips regular expressions that hold quotes and slashes', () => {
  expect(texts("x = /['\"/]\\/'/gu; y")).toEqual(['x', '=', '', ';', 'y'])
})

it('takes a slash after a value for a division', () => {
  expect(texts("a / b / 'c'")).toEqual(['a', '/', 'b', '/', 'c'])
})

it('survives apostrophes and closing tags in JSX', () => {
  expect(texts("<p>Don't</p>\nimport 'x'")).toContain('x')
})
