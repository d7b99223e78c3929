import { useCallback, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { changedParams } from '../../shared/list/state/changed-params.ts'
import { parsePage } from '../../shared/list/state/paging.ts'
import type { PriceFilter } from './price-filter.ts'

const NAMES = ['keyword', 'vendor', 'feature', 'group', 'state'] as const
const NOTHING: PriceFilter = { keyword: '', vendor: '', feature: '', group: '', state: '' }

/** The filter and the page live in the address, so that Back, reload and a copied link show the same rows. */
export const usePriceFilter = () => {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const filter = useMemo((): PriceFilter => {
    const given = new URLSearchParams(search)
    return { ...NOTHING, ...Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ''])) }
  }, [search])
  const change = useCallback(
    (values: Partial<PriceFilter>) =>
      setParams((current) => changedParams(current, { ...values, page: '' }), { preventScrollReset: true, replace: 'keyword' in values }),
    [setParams],
  )
  return {
    filter,
    change,
    clear: useCallback(() => change(NOTHING), [change]),
    page: parsePage(params.get('page')),
    setPage: (page: number) => setParams((current) => changedParams(current, { page: page === 1 ? '' : String(page) })),
  }
}
