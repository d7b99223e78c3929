import { listRedemptions, searchRedemptions, type RedemptionObject } from '@weir/contract/redemption'
import { useMemo } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useList, type ListSource } from '../../shared/list/state/use-list.ts'
import { ListPage } from '../../shared/list/view/list-page.tsx'
import { redemptionColumns } from './redemption-columns.tsx'
import { useRedemptionActions } from './use-redemption-actions.ts'

const source: ListSource<RedemptionObject> = {
  name: 'redemption',
  refreshes: 'first',
  load: ({ p, signal }) => call(listRedemptions, { query: { p } }, signal && { signal }),
  search: (keyword, signal) => call(searchRedemptions, { query: { keyword } }, signal && { signal }),
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
