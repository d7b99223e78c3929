import { expect, test } from 'bun:test'
import { parseJson, parseJsonObject, readJson } from './json.ts'

test('a JSON text gives its value, null among them', () => {
  expect(['{"a":1}', '[1]', 'null', '"x"'].map(parseJson)).toEqual([{ a: 1 }, [1], null, 'x'])
})

test.each([null, '', '{broken', 'undefined'])('%p is not JSON', (text) => {
  expect(parseJson(text)).toBeUndefined()
})

test('only an object counts as an object', () => {
  expect(['{"a":1}', '[1]', 'null', '5', '{broken'].map(parseJsonObject)).toEqual([{ a: 1 }, undefined, undefined, undefined, undefined])
})

test('a broken text says what is wrong with it', () => {
  expect(readJson('{"a" 1}').problem).not.toBe('')
  expect(readJson('{"a": 1}').problem).toBeUndefined()
})
