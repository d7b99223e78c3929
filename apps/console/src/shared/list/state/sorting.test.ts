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
