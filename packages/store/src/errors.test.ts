import { expect, it } from 'bun:test'
import { checkedInteger, firstLine, UnsafeInteger } from './errors.ts'

it('what a driver says is told without credentials and without what stands below', () => {
  const error = new Error('cannot reach postgres://me:secret@db.example:5432/weir\n  select * from users')
  expect(firstLine(error)).toBe('cannot reach postgres://db.example:5432/weir')
  expect(firstLine('two //a:b@x and //c:d@y')).toBe('two //x and //y')
  expect(firstLine('mail me@example.org')).toBe('mail me@example.org')
})

it('numbers are stored up to the end of the exact range', () => {
  expect(checkedInteger(9_007_199_254_740_991)).toBe(9_007_199_254_740_991)
  expect(() => checkedInteger(9_007_199_254_740_992)).toThrow(UnsafeInteger)
  expect(() => checkedInteger(0.5)).toThrow(UnsafeInteger)
})
