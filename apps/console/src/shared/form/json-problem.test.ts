import { expect, test } from 'bun:test'
import { jsonProblem } from './json-problem.ts'

test('JSON has no problem', () => {
  expect(jsonProblem('{"a":1}')).toBeUndefined()
})

test('a text that ends too early has its problem at the end', () => {
  expect(jsonProblem('{\n  "a": 1')).toEqual({ line: 2, column: 9 })
  expect(jsonProblem('{')).toEqual({ line: 1, column: 2 })
})
