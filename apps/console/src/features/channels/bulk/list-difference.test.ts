import { expect, test } from 'bun:test'
import { listDifference } from './list-difference.ts'

test('a change of a list is what went and what came', () => {
  expect(listDifference('a, b,c', 'c,d')).toEqual({ removed: ['a', 'b'], added: ['d'] })
  expect(listDifference('', 'a')).toEqual({ removed: [], added: ['a'] })
  expect(listDifference('a,b', 'b,a')).toEqual({ removed: [], added: [] })
})
