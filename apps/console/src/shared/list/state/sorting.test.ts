import { expect, test } from 'bun:test'
import { nextSort, sortRows } from './sorting.ts'

test('C-441 numbers sort by size, not by digits', () => {
  expect(sortRows([{ n: 10 }, { n: 9 }, { n: 100 }], (row) => row.n, 'ascending').map((row) => row.n)).toEqual([9, 10, 100])
})

test('texts sort by the alphabet and a second click reverses', () => {
  const rows = [{ s: 'b' }, { s: 'a' }]
  expect(sortRows(rows, (row) => row.s, 'ascending').map((row) => row.s)).toEqual(['a', 'b'])
  expect(sortRows(rows, (row) => row.s, 'descending').map((row) => row.s)).toEqual(['b', 'a'])
  expect(rows.map((row) => row.s)).toEqual(['b', 'a'])
})

test('a third click goes back to the order of the server', () => {
  const first = nextSort(undefined, 'name')
  const second = nextSort(first, 'name')
  expect([first?.direction, second?.direction, nextSort(second, 'name')]).toEqual(['ascending', 'descending', undefined])
  expect(nextSort(second, 'id')).toEqual({ key: 'id', direction: 'ascending' })
})

test('equal rows keep their order, either way', () => {
  const rows = [
    { n: 1, at: 'a' },
    { n: 0, at: 'b' },
    { n: 1, at: 'c' },
    { n: 0, at: 'd' },
  ]
  const sorted = (direction: 'ascending' | 'descending') => sortRows(rows, (row) => row.n, direction).map((row) => row.at)
  expect([sorted('ascending').join(''), sorted('descending').join('')]).toEqual(['bdac', 'acbd'])
})

test('a number beside a text is compared as a text, and without a value nothing is sorted', () => {
  expect(sortRows([10, '9', 'a'], (value) => value, 'ascending')).toEqual([10, '9', 'a'])
  expect(sortRows([3, 1, 2], undefined, 'ascending')).toEqual([3, 1, 2])
})
