import { listTokens, searchTokens, tokenOrder, type TokenObject } from '@weir/contract/token'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { ListView } from '../../shared/table/list-view.tsx'
import { useList, type ListSource } from '../../shared/table/use-list.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { tokenColumns } from './token-columns.tsx'
import { useTokenActions, useTokenBulkActions } from './use-token-actions.ts'

const source: ListSource<TokenObject> = {
  name: 'token',
  load: ({ p, order, signal }) => call(listTokens, { query: { p, order: tokenOrder.parse(order) ?? '' } }, signal && { signal }),
  search: (keyword, signal) => call(searchTokens, { query: { keyword } }, signal && { signal }),
}

export const TokenListPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const list = useList(source)
  const columns = useMemo(() => tokenColumns(t), [t])
  const actions = useTokenActions(list)
  const bulk = useTokenBulkActions(list)
  const create = useCallback(() => void navigate(paths.tokenAdd), [navigate])
  const createButton = (testId: string) => (
    <Button type="primary" onClick={create} data-testid={testId}>
      {t('token.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('token.title')} hint={t('token.hint')} action={createButton('btn-create')} />
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => row.name || String(row.id)}
        actions={actions}
        bulk={bulk}
        orders={[
          { value: '', label: t('token.order.default') },
          { value: 'remain_quota', label: t('token.order.remaining') },
          { value: 'used_quota', label: t('token.order.used') },
        ]}
        searchHint={t('token.search')}
        empty={{ title: t('token.empty'), hint: t('token.emptyHint'), action: createButton('btn-create-first') }}
        add={{ label: t('token.create'), run: create }}
      />
    </>
  )
}
