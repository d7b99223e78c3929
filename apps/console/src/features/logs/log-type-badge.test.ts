import { expect, test } from 'bun:test'
import { filterableLogTypes, logTypeBadge, parseLogType } from './log-type-badge.ts'

test('C-422 types 1 to 4 have four different texts', () => {
  expect(new Set([1, 2, 3, 4].map((type) => logTypeBadge(type).label)).size).toBe(4)
})

test('every type has its text and colour', () => {
  expect([1, 2, 3, 4, 5, 6].map((type) => logTypeBadge(type))).toEqual([
    { label: 'log.type.topUp', color: 'green' },
    { label: 'log.type.consume', color: 'olive' },
    { label: 'log.type.manage', color: 'orange' },
    { label: 'log.type.system', color: 'purple' },
    { label: 'log.type.test', color: 'violet' },
    { label: 'log.type.refused', color: 'brown' },
  ])
})

test('an unknown type is black and says so', () => {
  expect(logTypeBadge(9)).toEqual({ label: 'log.type.unknown', color: 'black' })
})

test('C-420 the filter offers all, top-up, consumption, management and system', () => {
  expect<number[]>(filterableLogTypes(false).map(({ value }) => value)).toEqual([0, 1, 2, 3, 4])
})

test('an administrator can ask for the channel tests as well', () => {
  expect<number[]>(filterableLogTypes(true).map(({ value }) => value)).toEqual([0, 1, 2, 3, 4, 5])
  expect(logTypeBadge(5)).toEqual({ label: 'log.type.test', color: 'violet' })
})

test.each([
  ['2', 2],
  ['5', 5],
  ['', 0],
  ['9', 0],
  ['x', 0],
] as const)('type %p in the address means %d', (text, type) => {
  expect(parseLogType(text)).toBe(type)
})
