import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { changedParams, type Change } from './changed-params.ts'
import { parsePage } from './paging.ts'

const pageParam = (page: number) => (page === 1 ? '' : String(page))

/** A filter that lives in the address; a change starts again at page one. `''` is the default and leaves no trace. */
export const useAddressFilter = (name: string): readonly [string, (value: string) => void] => {
  const [params, setParams] = useSearchParams()
  const set = useCallback((value: string) => setParams((current) => changedParams(current, { [name]: value, page: '' })), [setParams, name])
  return [params.get(name) ?? '', set]
}

/** Page, keyword and order of a list live in the address, so Back and reload work. The text being typed does not. */
export const useListAddress = () => {
  const [params, setParams] = useSearchParams()
  const keyword = params.get('keyword') ?? ''
  const order = params.get('order') ?? ''
  const page = parsePage(params.get('page'))
  // Typed text belongs to the search it was typed over; another keyword, say after Back, shows itself.
  const [typed, setTyped] = useState({ over: keyword, text: keyword })
  const searchText = typed.over === keyword ? typed.text : keyword
  const setSearchText = useCallback((text: string) => setTyped({ over: keyword, text }), [keyword])

  const change = useCallback(
    (values: Change, isCorrection = false) =>
      setParams((current) => changedParams(current, values), { replace: isCorrection, preventScrollReset: true }),
    [setParams],
  )
  const setPage = useCallback(
    (next: number, { isCorrection = false }: { readonly isCorrection?: boolean } = {}) => {
      if (next !== page) change({ page: pageParam(next) }, isCorrection)
    },
    [change, page],
  )
  const setOrder = useCallback((next: string) => change({ order: next, page: '', keyword: '' }), [change])
  const search = useCallback(
    (text: string) => {
      setTyped({ over: text.trim(), text: text.trim() })
      change({ keyword: text.trim(), page: '', order: '' })
    },
    [change],
  )
  return useMemo(
    () => ({ page, keyword, order, searchText, setSearchText, setPage, setOrder, search }),
    [page, keyword, order, searchText, setSearchText, setPage, setOrder, search],
  )
}
