import { useCallback, useMemo } from 'react'
import { parsePage } from './paging.ts'
import { useAddress } from './use-address.ts'
import { useDraft } from './use-draft.ts'

const pageParam = (page: number) => (page === 1 ? '' : String(page))

/** A filter that lives in the address; a change starts again at page one. `''` is the default and leaves no trace. */
export const useAddressFilter = (name: string): readonly [string, (value: string) => void] => {
  const [params, change] = useAddress()
  const set = useCallback((value: string) => change({ [name]: value, page: '' }), [change, name])
  return [params.get(name) ?? '', set]
}

/** Page, keyword and order of a list live in the address, so Back and reload work. The text being typed does not. */
export const useListAddress = () => {
  const [params, change] = useAddress()
  const keyword = params.get('keyword') ?? ''
  const order = params.get('order') ?? ''
  const page = parsePage(params.get('page'))
  const { draft: searchText, change: setSearchText, submit: sendSearchText } = useDraft(keyword)

  const setPage = useCallback(
    (next: number, { isCorrection = false }: { readonly isCorrection?: boolean } = {}) => {
      if (next !== page) change({ page: pageParam(next) }, { replace: isCorrection })
    },
    [change, page],
  )
  const setOrder = useCallback((next: string) => change({ order: next, page: '', keyword: '' }), [change])
  const search = useCallback(
    (text: string) => {
      sendSearchText(text.trim())
      change({ keyword: text.trim(), page: '', order: '' })
    },
    [change, sendSearchText],
  )
  return useMemo(
    () => ({ page, keyword, order, searchText, setSearchText, setPage, setOrder, search }),
    [page, keyword, order, searchText, setSearchText, setPage, setOrder, search],
  )
}
