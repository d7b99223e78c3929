import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useListAddress } from './use-list-address.ts'
import {
  loadedPageCount,
  nextPageIndex,
  rowsOf,
  shownPageCount,
  toLoadedPage,
  withChangedRow,
  withReloadedPage,
  withoutRows,
  type Identified,
  type LoadedPage,
} from './paging.ts'

type Pages<Row> = InfiniteData<LoadedPage<Row>, number>
type Rows<Row> = Promise<readonly Row[] | null>

export interface ListSource<Row> {
  /** Names the list in the cache; also `table-{name}` for tests. */
  readonly name: string
  readonly load: (at: { readonly p: number; readonly order: string; readonly signal?: AbortSignal }) => Rows<Row>
  readonly search?: (keyword: string, signal?: AbortSignal) => Rows<Row>
  /** Filters beyond keyword and order. A change starts again at page one. */
  readonly filter?: unknown
  /** What refresh reloads. */
  readonly refreshes?: 'current' | 'first'
}

/** A list as the product defines it: rows accumulate, the page after the last loaded one is fetched, a search replaces the rows. */
export const useList = <Row extends Identified>({ name, load, search, filter, refreshes = 'current' }: ListSource<Row>) => {
  const client = useQueryClient()
  const address = useListAddress()
  const { page: wantedPage, keyword, order, setPage } = address
  const [isReloading, setIsReloading] = useState(false)
  const queryKey = useMemo(() => ['list', name, { keyword, order, filter }], [name, keyword, order, filter])
  const isSearch = keyword !== '' && search !== undefined

  const query = useInfiniteQuery({
    queryKey,
    initialPageParam: 0,
    queryFn: async ({ pageParam, signal }): Promise<LoadedPage<Row>> =>
      isSearch ? { rows: (await search(keyword, signal)) ?? [], isFull: false } : toLoadedPage(await load({ p: pageParam, order, signal })),
    getNextPageParam: (_last, pages) => nextPageIndex(pages),
  })
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query

  const rows = useMemo(() => rowsOf(data?.pages ?? []), [data])
  const loadedPages = loadedPageCount(rows.length)
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
          queryKey: ['list-page', name, { order, filter, index }],
          queryFn: async ({ signal }) => toLoadedPage(await load({ p: index, order, signal })),
          staleTime: 0,
          gcTime: 0,
        })
        client.setQueryData<Pages<Row>>(queryKey, (old) => {
          const pages = withReloadedPage(old?.pages ?? [], index, fresh)
          return { pages, pageParams: pages.map((_, at) => (at === 0 ? 0 : index)) }
        })
        setPage(index + 1, { isCorrection: true })
      } catch {
        // The query cache has told the reader; the rows stay.
      } finally {
        setIsReloading(false)
      }
    },
    [client, queryKey, name, load, order, filter, setPage],
  )

  const refresh = useCallback(() => {
    if (isSearch || data === undefined) void refetch()
    else void reloadPage(refreshes === 'current' ? page - 1 : 0)
  }, [isSearch, data, refetch, reloadPage, refreshes, page])

  return {
    name,
    address,
    rows,
    page,
    pageCount: shownPageCount(rows.length, hasNextPage),
    isFirstLoad: data === undefined && !isError,
    isFailed: data === undefined && isError,
    isBusy: isFetching || isReloading,
    retry: useCallback(() => void refetch(), [refetch]),
    refresh,
    changeRow: useCallback((id: number, change: Partial<Row>) => edit((pages) => withChangedRow(pages, id, change)), [edit]),
    removeRows: useCallback((ids: readonly number[]) => edit((pages) => withoutRows(pages, ids)), [edit]),
  }
}

export type List<Row extends Identified> = ReturnType<typeof useList<Row>>
