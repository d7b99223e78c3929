import { describe, expect, test } from 'bun:test'
import {
  nextPageIndex,
  parsePage,
  parsePageSize,
  rowsOf,
  rowsOnPage,
  shownPageCount,
  stepTowards,
  toFoundPage,
  toLoadedPage,
  totalOf,
  withChangedRow,
  withReloadedPage,
  withoutRows,
} from './paging.ts'

const rows = (from: number, count: number) => Array.from({ length: count }, (_, index) => ({ id: from - index, name: `n${from - index}` }))
const page = (from: number, count: number) => toLoadedPage(rows(from, count))

describe('which page to fetch', () => {
  test('C-585 after a full first page it is p=1', () => expect(nextPageIndex([page(30, 10)])).toBe(1))
  test('C-589 a short page is the end', () => expect(nextPageIndex([page(7, 7)])).toBeUndefined())
  test('an empty extra page is the end', () => expect(nextPageIndex([page(20, 10), page(10, 0)])).toBeUndefined())

  test('a deleted row does not make the next call skip one', () => {
    const pages = withoutRows([page(40, 10), page(30, 10)], [40])
    expect(nextPageIndex(pages)).toBe(1)
  })

  test('a page whose rows were all deleted is not the end', () => {
    expect(
      nextPageIndex(
        withoutRows(
          [page(20, 10)],
          rows(20, 10).map((row) => row.id),
        ),
      ),
    ).toBe(0)
  })

  test('a second page whose rows were all deleted is not the end', () => {
    const ids = rows(20, 10).map((row) => row.id)
    expect(nextPageIndex(withoutRows([page(30, 10), page(20, 10)], ids))).toBe(1)
  })

  test('a call that brought nothing new is the end, be it one row', () => {
    expect(nextPageIndex([page(10, 10), page(10, 10)])).toBeUndefined()
    expect(nextPageIndex([page(10, 10), { rows: rows(10, 1), isFull: true }])).toBeUndefined()
  })

  test('without any page there is none to fetch', () => expect(nextPageIndex([])).toBeUndefined())
})

describe('pager', () => {
  test('C-584 ten rows of a full page offer page 2', () => expect(shownPageCount(10, true)).toBe(2))
  test('C-589 seven rows offer one page', () => expect(shownPageCount(7, false)).toBe(1))
  test('C-590 no rows offer one page', () => expect(shownPageCount(0, false)).toBe(1))
  test('fifteen rows fill two pages', () => expect([shownPageCount(15, true), shownPageCount(15, false)]).toEqual([3, 2]))
  test('the end of the list drops the extra page', () => expect(shownPageCount(20, false)).toBe(2))
})

describe('rows', () => {
  test('C-586 pages accumulate in order, repeated rows appear once', () => {
    expect(rowsOf([page(20, 10), page(11, 10)]).map((row) => row.id)).toEqual(rows(20, 19).map((row) => row.id))
  })

  test('C-586 page 2 shows the second ten', () => {
    expect(rowsOnPage(rows(25, 25), 2)[0]?.id).toBe(15)
    expect(rowsOnPage(rows(25, 25), 3)).toHaveLength(5)
  })

  test('a list that came as null is empty', () => expect(toLoadedPage(null)).toEqual({ rows: [], isFull: false }))

  test('reloading page 2 keeps page 1 and forgets page 3', () => {
    const pages = withReloadedPage([page(30, 10), page(20, 10), page(10, 10)], { index: 1 }, page(20, 10))
    expect(rowsOf(pages).map((row) => row.id)).toEqual(rows(30, 20).map((row) => row.id))
    expect(nextPageIndex(pages)).toBe(2)
    expect(pages.map(({ isFull }) => isFull)).toEqual([true, true])
  })

  test('reloading page 1 forgets all others, and one row before the page is kept', () => {
    expect(withReloadedPage([page(30, 10), page(20, 10)], { index: 0 }, page(40, 10))).toEqual([page(40, 10)])
    expect(withReloadedPage([page(30, 1)], { index: 1 }, page(20, 2)).map(({ rows: { length } }) => length)).toEqual([1, 2])
  })

  test('a change touches the row with that id alone', () => {
    const changed = rowsOf(withChangedRow([page(3, 3)], 2, { name: 'new' }))
    expect(changed.map((row) => row.name)).toEqual(['n3', 'new', 'n1'])
  })
})

test.each([
  ['2', 2],
  [null, 1],
  ['0', 1],
  ['-3', 1],
  ['1.5', 1],
  ['x', 1],
] as const)('page %p in the address means page %d', (text, number) => {
  expect(parsePage(text)).toBe(number)
})

describe('pages of another size', () => {
  test('are full at that size and are counted and cut by it', () => {
    expect([toLoadedPage(rows(20, 20), 20).isFull, toLoadedPage(rows(20, 19), 20).isFull]).toEqual([true, false])
    expect(nextPageIndex([toLoadedPage(rows(40, 20), 20)], 20)).toBe(1)
    expect([shownPageCount(40, true, 20), shownPageCount(41, false, 20)]).toEqual([3, 3])
    expect(rowsOnPage(rows(45, 45), 3, 20).map(({ id }) => id)).toEqual([5, 4, 3, 2, 1])
    expect(rowsOf(withReloadedPage([page(60, 50)], { index: 1, size: 20 }, page(40, 20)))).toHaveLength(40)
  })

  test.each([
    ['20', 20],
    ['100', 100],
    ['', 10],
    ['30', 10],
    ['x', 10],
  ])('%p is remembered as %d', (text, size) => expect(parsePageSize(text)).toBe(size))

  test('that are far away are fetched a hundred rows at a time', () => {
    expect([stepTowards({ page: 2, size: 10 }, 10), stepTowards({ page: 3, size: 10 }, 10), stepTowards({ page: 9, size: 20 }, 0)]).toEqual(
      [10, 100, 100],
    )
  })
})

describe('the total', () => {
  const counted = (from: number, count: number, total: number) => toLoadedPage({ rows: rows(from, count), total })

  test('is the last one told, and unknown where none is', () => {
    expect([totalOf([counted(30, 10, 30), counted(20, 10, 29)]), totalOf([page(30, 10)])]).toEqual([29, undefined])
  })

  test('falls with the rows that are removed', () => {
    expect(totalOf(withoutRows([counted(30, 10, 30), counted(20, 10, 30)], [30, 29, 12, 999]))).toBe(27)
  })

  test('of a search says whether more can be fetched', () => {
    expect(toFoundPage({ rows: rows(9, 5), total: 8 }, 0).isFull).toBe(true)
    expect(toFoundPage({ rows: rows(4, 3), total: 8 }, 5).isFull).toBe(false)
    expect(toFoundPage(rows(30, 12), 0).isFull).toBe(false)
  })
})
