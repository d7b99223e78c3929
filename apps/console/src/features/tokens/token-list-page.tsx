import { listTokenIds, listTokens, searchTokens, tokenOrder, type TokenObject } from '@weir/contract/token'
import { useMemo } from 'react'
import { call, callCounted } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useList, type ListSource } from '../../shared/list/state/use-list.ts'
import { ListPage } from '../../shared/list/view/list-page.tsx'
import { tokenColumns } from './token-columns.tsx'
import { useTokenActions } from './use-token-actions.ts'

const source: ListSource<TokenObject> = {
  name: 'token',
  load: ({ order, signal, ...at }) =>
    callCounted(listTokens, { query: { ...at, order: tokenOrder.parse(order) ?? '' } }, signal && { signal }),
  search: (keyword, { signal, ...at }) => callCounted(searchTokens, { query: { keyword, ...at } }, signal && { signal }),
  matching: (keyword) => call(listTokenIds, { query: { keyword } }),
}

export const TokenListPage = () => {
  const t = useText()
  const list = useList(source)
  const columns = useMemo(() => tokenColumns(t), [t])
  return (
    <ListPage
      area="token"
      list={list}
      columns={columns}
      rowName={(row) => row.name || String(row.id)}
      {...useTokenActions(list)}
      orders={[
        { value: '', label: t('token.order.default') },
        { value: 'remain_quota', label: t('token.order.remaining') },
        { value: 'used_quota', label: t('token.order.used') },
      ]}
    />
  )
}
