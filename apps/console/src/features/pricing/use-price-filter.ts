import { useCallback, useMemo } from 'react'
import { parsePage } from '../../shared/list/state/paging.ts'
import { useAddress } from '../../shared/list/state/use-address.ts'
import type { PriceFilter } from './price-filter.ts'

const NAMES = ['keyword', 'vendor', 'feature', 'group', 'state'] as const
const NOTHING: PriceFilter = { keyword: '', vendor: '', feature: '', group: '', state: '' }

/** The filter and the page live in the address, so that Back, reload and a copied link show the same rows. */
export const usePriceFilter = () => {
  const [params, changeAddress] = useAddress()
  const search = params.toString()
  const filter = useMemo((): PriceFilter => {
    const given = new URLSearchParams(search)
    return { ...NOTHING, ...Object.fromEntries(NAMES.map((name) => [name, given.get(name) ?? ''])) }
  }, [search])
  const change = useCallback(
    (values: Partial<PriceFilter>) => changeAddress({ ...values, page: '' }, { replace: 'keyword' in values }),
    [changeAddress],
  )
  return {
    filter,
    change,
    clear: useCallback(() => change(NOTHING), [change]),
    page: parsePage(params.get('page')),
    setPage: (page: number) => changeAddress({ page: page === 1 ? '' : String(page) }, { preventScrollReset: false }),
  }
}
