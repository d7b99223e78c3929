import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { MAX_PAGE_SIZE, PAGE_SIZE } from '@weir/contract/envelope'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { usePreference } from '../../session/use-session.ts'
import { useListAddress } from './use-list-address.ts'
import {
  loadedPageCount,
  nextPageIndex,
  parsePageSize,
  rowsOf,
  shownPageCount,
  stepTowards,
  toFoundPage,
  toLoadedPage,
  totalOf,
  withChangedRow,
  withReloadedPage,
  withoutRows,
  type Identified,
  type LoadedPage,
  type RowsAnswer,
} from './paging.ts'

/** Which rows a call asks for: so many from the place of the page `p`. */
interface Place {
  readonly p: number
  readonly size: number
}

type Pages<Row> = InfiniteData<LoadedPage<Row>, Place>
type Answer<Row> = Promise<RowsAnswer<Row>>

interface At {
  readonly p: number
  /** Absent while it is the usual one. */
  readonly page_size?: number
  readonly signal?: AbortSignal
}

export interface ListSource<Row> {
  /** Names the list in the cache; also `table-{name}` for tests. */
  readonly name: string
  readonly load: (at: At & { readonly order: string }) => Answer<Row>
  /** The first call brings all that is found, or a hundred; `p` asks for the hundreds after them. */
  readonly search?: (keyword: string, at: Partial<At>) => Answer<Row>
  /** The ids of all that match the keyword and the filter. */
  readonly matching?: (keyword: string) => Promise<readonly number[]>
  /** Filters beyond keyword and order. A change starts again at page one. */
  readonly filter?: unknown
  /** What refresh reloads. */
  readonly refreshes?: 'current' | 'first'
}

const sizeIn = (size: number) => (size === PAGE_SIZE ? {} : { page_size: size })

const usePageSize = () => {
  const [stored, store] = usePreference('pageSize')
  return { pageSize: parsePageSize(stored), storePageSize: useCallback((size: number) => store(String(size)), [store]) }
}

/** A list as the product defines it: rows accumulate, the page after the last loaded one is fetched, a search replaces the rows. */
export const useList = <Row extends Identified>(source: ListSource<Row>) => {
  const { name, load, search, matching, filter, refreshes = 'current' } = source
  const client = useQueryClient()
  const address = useListAddress()
  const { page: wantedPage, keyword, order, setPage } = address
  const { pageSize, storePageSize } = usePageSize()
  const [isReloading, setIsReloading] = useState(false)
  const queryKey = useMemo(() => ['list', name, { keyword, order, filter, pageSize }], [name, keyword, order, filter, pageSize])
  const isSearch = keyword !== '' && search !== undefined

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: { p: 0, size: isSearch ? MAX_PAGE_SIZE : pageSize },
    queryFn: async ({ pageParam: { p, size }, signal }): Promise<LoadedPage<Row>> => {
      if (!isSearch) return toLoadedPage(await load({ p, ...sizeIn(size), order, signal }), size)
      return toFoundPage(await search(keyword, p === 0 ? { signal } : { p, page_size: size, signal }), p * size)
    },
    getNextPageParam: (_last, pages): Place | undefined => {
      const size = isSearch ? MAX_PAGE_SIZE : stepTowards({ page: wantedPage, size: pageSize }, rowsOf(pages).length)
      const p = nextPageIndex(pages, size)
      return p === undefined ? undefined : { p, size }
    },
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query

  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data])
  const total = useMemo(() => totalOf(data?.pages ?? []), [data])
  const loadedPages = loadedPageCount(rows.length, pageSize)
  const page = Math.max(1, Math.min(wantedPage, loadedPages))

  // The address asks for a page that is not here yet: fetch towards it, or step back when there is none.
  useEffect(() => {
    if (data === undefined || isFetching || wantedPage <= loadedPages) return
    if (hasNextPage && !isError) void fetchNextPage()
    else if (wantedPage !== page) setPage(page, { isCorrection: true })
  }, [data, isFetching, isError, wantedPage, loadedPages, hasNextPage, page, fetchNextPage, setPage])

  const edit = useCallback(
    (change: (pages: readonly LoadedPage<Row>[]) => readonly LoadedPage<Row>[]) => {
      client.setQueryData<Pages<Row>>(queryKey, (old) => old && { ...old, pages: [...change(old.pages)] })
    },
    [client, queryKey],
  )

  const reloadPage = useCallback(
    async (index: number) => {
      setIsReloading(true)
      try {
        const fresh = await client.fetchQuery({
          queryKey: ['list-page', name, { order, filter, index, pageSize }],
          queryFn: async ({ signal }) => toLoadedPage(await load({ p: index, ...sizeIn(pageSize), order, signal }), pageSize),
          staleTime: 0,
          gcTime: 0,
        })
        client.setQueryData<Pages<Row>>(queryKey, (old) => {
          const pages = withReloadedPage(old?.pages ?? [], { index, size: pageSize }, fresh)
          return { pages, pageParams: pages.map((_, at) => ({ p: at === 0 ? 0 : index, size: pageSize })) }
        })
        setPage(index + 1, { isCorrection: true })
      } catch {
        // The query cache has told the reader; the rows stay.
      } finally {
        setIsReloading(false)
      }
    },
    [client, queryKey, name, load, order, filter, pageSize, setPage],
  )

  const refresh = useCallback(() => {
    if (isSearch || data === undefined) void refetch()
    else void reloadPage(refreshes === 'current' ? page - 1 : 0)
  }, [isSearch, data, refetch, reloadPage, refreshes, page])

  const setPageSize = useCallback(
    (size: number) => {
      setPage(1)
      storePageSize(size)
    },
    [setPage, storePageSize],
  )

  return {
    name,
    address,
    rows,
    page,
    pageSize,
    setPageSize,
    total,
    pageCount: total === undefined ? shownPageCount(rows.length, hasNextPage, pageSize) : Math.max(1, loadedPageCount(total, pageSize)),
    isFirstLoad: data === undefined && !isError,
    isFailed: data === undefined && isError,
    isBusy: isFetching || isReloading,
    retry: useCallback(() => void refetch(), [refetch]),
    refresh,
    matching: useMemo(() => matching && (() => matching(keyword)), [matching, keyword]),
    changeRow: useCallback((id: number, change: Partial<Row>) => edit((pages) => withChangedRow(pages, id, change)), [edit]),
    removeRows: useCallback((ids: readonly number[]) => edit((pages) => withoutRows(pages, ids)), [edit]),
  }
}

export type List<Row extends Identified> = ReturnType<typeof useList<Row>>
