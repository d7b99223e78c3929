import { expect, it } from 'bun:test'
import { StreamedArguments } from './streamed-arguments.ts'

const written = (...pieces: readonly object[]): string => {
  const all = new StreamedArguments(undefined)
  for (const piece of pieces) all.add({ partialArgs: [piece] })
  return String(all)
}

it('a text goes on only where upstream says so', () => {
  const piece = (stringValue: string, willContinue: boolean) => ({ jsonPath: '$.a', stringValue, willContinue })
  expect(written(piece('x', true), piece('y', false))).toBe('{"a":"xy"}')
  expect(written(piece('x', false), piece('y', false))).toBe('{"a":"y"}')
})

it('no path makes more of the arguments than its own size', () => {
  expect(written({ jsonPath: '$.a[900000000]', numberValue: 1 }, { jsonPath: '$.a[900000000]', numberValue: 2 })).toBe('{"a":[1,2]}')
  expect(written({ jsonPath: `$${'.a'.repeat(100_000)}`, numberValue: 1 })).toBe('{}')
  expect(written({ jsonPath: '$', numberValue: 1 }, { numberValue: 1 })).toBe('{}')
})

it('names in brackets and those of objects themselves are plain names', () => {
  expect(written({ jsonPath: `$['a.b']["c d"]`, boolValue: true })).toBe('{"a.b":{"c d":true}}')
  expect(written({ jsonPath: '$.__proto__.x', numberValue: 1 }, { jsonPath: '$.constructor', nullValue: 'NULL_VALUE' })).toBe(
    '{"__proto__":{"x":1},"constructor":null}',
  )
})
