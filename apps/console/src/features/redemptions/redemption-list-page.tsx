import { listRedemptionIds, listRedemptions, searchRedemptions, type RedemptionObject } from '@weir/contract/redemption'
import { useMemo } from 'react'
import { call, callCounted } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useList, type ListSource } from '../../shared/list/state/use-list.ts'
import { ListPage } from '../../shared/list/view/list-page.tsx'
import { redemptionColumns } from './redemption-columns.tsx'
import { useRedemptionActions } from './use-redemption-actions.ts'

const source: ListSource<RedemptionObject> = {
  name: 'redemption',
  refreshes: 'first',
  load: ({ order: _order, signal, ...at }) => callCounted(listRedemptions, { query: at }, signal && { signal }),
  search: (keyword, { signal, ...at }) => callCounted(searchRedemptions, { query: { keyword, ...at } }, signal && { signal }),
  matching: (keyword) => call(listRedemptionIds, { query: { keyword } }),
}

export const RedemptionListPage = () => {
  const t = useText()
  const list = useList(source)
  const columns = useMemo(() => redemptionColumns(t), [t])
  return (
    <ListPage
      area="redemption"
      list={list}
      columns={columns}
      rowName={(row) => row.name || String(row.id)}
      {...useRedemptionActions(list)}
    />
  )
}
