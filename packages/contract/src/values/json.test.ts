import { expect, it } from 'bun:test'
import { parseStringMap } from './json.ts'

it('a map that is kept as text holds its strings, and nothing where it is no such map', () => {
  expect(parseStringMap('{"gpt-4o":"gpt-4o-2024","n":1,"none":null}')).toEqual({ 'gpt-4o': 'gpt-4o-2024' })
  for (const text of ['', 'null', '7', '"a"', '["a"]', '{"a":']) expect(parseStringMap(text)).toEqual({})
})

it.each(['__proto__', 'constructor', 'toString'])('a map that is kept as text knows no %s', (word) => {
  expect(parseStringMap('{"gpt-4o":"gpt-4o-2024"}')[word]).toBeUndefined()
})
