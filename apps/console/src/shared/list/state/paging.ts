import { PAGE_SIZE } from '@weir/contract/envelope'

export interface Identified {
  readonly id: number
}

/** What one call brought. `isFull` says that the server may have more; it stays true when rows are removed later. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[]
  readonly isFull: boolean
}

export const toLoadedPage = <Row>(rows: readonly Row[] | null | undefined): LoadedPage<Row> => ({
  rows: rows ?? [],
  isFull: (rows ?? []).length >= PAGE_SIZE,
})

/** All rows in order. A row that slid onto the next page while we were reading appears once. */
export const rowsOf = <Row extends Identified>(pages: readonly LoadedPage<Row>[]): readonly Row[] => {
  const byId = new Map<number, Row>()
  for (const page of pages) {
    for (const row of page.rows) if (!byId.has(row.id)) byId.set(row.id, row)
  }
  return [...byId.values()]
}

/**
 * The index to ask for next, counted from the rows at hand: after deletions the server's pages have moved up, and counting pages would
 * skip rows. `undefined` at the end, and also when a call brought nothing new, which would otherwise repeat for ever.
 */
export const nextPageIndex = <Row extends Identified>(pages: readonly LoadedPage<Row>[]): number | undefined => {
  const last = pages.at(-1)
  if (last === undefined || !last.isFull) return undefined
  const known = rowsOf(pages)
  const isRepeat = last.rows.length > 0 && rowsOf(pages.slice(0, -1)).length === known.length
  return isRepeat ? undefined : Math.floor(known.length / PAGE_SIZE)
}

export const loadedPageCount = (rowCount: number): number => Math.ceil(rowCount / PAGE_SIZE)

/** One more than the loaded pages while the server may have more: that button is how the next page is fetched. */
export const shownPageCount = (rowCount: number, hasMore: boolean): number => Math.max(1, loadedPageCount(rowCount) + (hasMore ? 1 : 0))

export const rowsOnPage = <Row>(rows: readonly Row[], page: number): readonly Row[] => rows.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)

/** Rows before the reloaded page stay; what came after it is fetched again when that page is opened. */
export const withReloadedPage = <Row extends Identified>(pages: readonly LoadedPage<Row>[], index: number, fresh: LoadedPage<Row>) => {
  const before = rowsOf(pages).slice(0, index * PAGE_SIZE)
  return before.length === 0 ? [fresh] : [{ rows: before, isFull: true }, fresh]
}

export const withoutRows = <Row extends Identified>(
  pages: readonly LoadedPage<Row>[],
  ids: readonly number[],
): readonly LoadedPage<Row>[] => pages.map((page) => ({ ...page, rows: page.rows.filter((row) => !ids.includes(row.id)) }))

export const withChangedRow = <Row extends Identified>(
  pages: readonly LoadedPage<Row>[],
  id: number,
  change: Partial<Row>,
): readonly LoadedPage<Row>[] =>
  pages.map((page) => ({ ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }))

export const parsePage = (text: string | null): number => {
  const page = Number(text)
  return Number.isSafeInteger(page) && page >= 1 ? page : 1
}
