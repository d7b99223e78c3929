import { expect, test } from 'bun:test'
import { logTypeLook } from './log-type.ts'

test('C-422 types 1 to 4 have four different texts', () => {
  expect(new Set([1, 2, 3, 4].map((type) => logTypeLook(type).label)).size).toBe(4)
})

test('an unknown type is black and says so', () => {
  expect(logTypeLook(9)).toEqual({ label: 'log.type.unknown', color: 'black' })
})
