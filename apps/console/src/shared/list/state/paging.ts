import { MAX_PAGE_SIZE, PAGE_SIZE } from '@weir/contract/envelope'

/** What a reader can choose. */
export const PAGE_SIZES: readonly number[] = [PAGE_SIZE, 20, 50, MAX_PAGE_SIZE]

export interface Identified {
  readonly id: number
}

/** What one call brought. `isFull` says that the server may have more; it stays true when rows are removed later. */
export interface LoadedPage<Row> {
  readonly rows: readonly Row[]
  readonly isFull: boolean
  /** How many rows there are on all pages, where the server tells. */
  readonly total?: number | undefined
}

/** The rows of a page, where the server tells it with how many there are in all. */
export interface CountedRows<Row> {
  readonly rows: readonly Row[] | null
  readonly total?: number | undefined
}

export type RowsAnswer<Row> = readonly Row[] | CountedRows<Row> | null | undefined

const isCounted = <Row>(answer: RowsAnswer<Row>): answer is CountedRows<Row> => answer !== null && answer !== undefined && 'rows' in answer

const countedRows = <Row>(answer: RowsAnswer<Row>): CountedRows<Row> => (isCounted(answer) ? answer : { rows: answer ?? [] })

export const toLoadedPage = <Row>(answer: RowsAnswer<Row>, size: number = PAGE_SIZE): LoadedPage<Row> => {
  const { rows, total } = countedRows(answer)
  return { rows: rows ?? [], isFull: (rows ?? []).length >= size, ...(total !== undefined && { total }) }
}

/** What a search brought: all of it, unless the server tells of more. */
export const toFoundPage = <Row>(answer: RowsAnswer<Row>, rowsBefore: number): LoadedPage<Row> => {
  const page = toLoadedPage(answer)
  return { ...page, isFull: rowsBefore + page.rows.length < (page.total ?? 0) }
}

/** Pages that are far away are fetched in the largest steps. */
export const stepTowards = ({ page, size }: { readonly page: number; readonly size: number }, rowCount: number): number =>
  page * size - rowCount > size ? MAX_PAGE_SIZE : size

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
export const nextPageIndex = <Row extends Identified>(pages: readonly LoadedPage<Row>[], size: number = PAGE_SIZE): number | undefined => {
  const last = pages.at(-1)
  if (last === undefined || !last.isFull) return undefined
  const known = rowsOf(pages)
  const isRepeat = last.rows.length > 0 && rowsOf(pages.slice(0, -1)).length === known.length
  return isRepeat ? undefined : Math.floor(known.length / size)
}

export const loadedPageCount = (rowCount: number, size: number = PAGE_SIZE): number => Math.ceil(rowCount / size)

/** Where the server tells no total: one more than the loaded pages while it may have more, and that button fetches the next page. */
export const shownPageCount = (rowCount: number, hasMore: boolean, size: number = PAGE_SIZE): number =>
  Math.max(1, loadedPageCount(rowCount, size) + (hasMore ? 1 : 0))

export const rowsOnPage = <Row>(rows: readonly Row[], page: number, size: number = PAGE_SIZE): readonly Row[] =>
  rows.slice((page - 1) * size, page * size)

/** As last told, less what was removed since. */
export const totalOf = <Row>(pages: readonly LoadedPage<Row>[]): number | undefined =>
  pages.findLast(({ total }) => total !== undefined)?.total

/** Rows before the reloaded page stay; what came after it is fetched again when that page is opened. */
export const withReloadedPage = <Row extends Identified>(
  pages: readonly LoadedPage<Row>[],
  { index, size = PAGE_SIZE }: { readonly index: number; readonly size?: number },
  fresh: LoadedPage<Row>,
) => {
  const before = rowsOf(pages).slice(0, index * size)
  return before.length === 0 ? [fresh] : [{ rows: before, isFull: true }, fresh]
}

export const withoutRows = <Row extends Identified>(
  pages: readonly LoadedPage<Row>[],
  ids: readonly number[],
): readonly LoadedPage<Row>[] => {
  const gone = rowsOf(pages).filter(({ id }) => ids.includes(id)).length
  return pages.map((page) => ({
    ...page,
    rows: page.rows.filter((row) => !ids.includes(row.id)),
    ...(page.total !== undefined && { total: page.total - gone }),
  }))
}

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

export const parsePageSize = (text: string): number => {
  const size = Number(text)
  return PAGE_SIZES.includes(size) ? size : PAGE_SIZE
}
