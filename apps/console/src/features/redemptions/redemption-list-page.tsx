import { listRedemptions, searchRedemptions, type RedemptionObject } from '@weir/contract/redemption'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { ListView } from '../../shared/table/list-view.tsx'
import { useList, type ListSource } from '../../shared/table/use-list.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { redemptionColumns } from './redemption-columns.tsx'
import { useRedemptionActions, useRedemptionBulkActions } from './use-redemption-actions.ts'

const source: ListSource<RedemptionObject> = {
  name: 'redemption',
  refreshes: 'first',
  load: ({ p, signal }) => call(listRedemptions, { query: { p } }, signal && { signal }),
  search: (keyword, signal) => call(searchRedemptions, { query: { keyword } }, signal && { signal }),
}

export const RedemptionListPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const list = useList(source)
  const columns = useMemo(() => redemptionColumns(t), [t])
  const actions = useRedemptionActions(list)
  const bulk = useRedemptionBulkActions(list)
  const create = useCallback(() => void navigate(paths.redemptionAdd), [navigate])
  const createButton = (testId: string) => (
    <Button type="primary" onClick={create} data-testid={testId}>
      {t('redemption.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('redemption.title')} hint={t('redemption.hint')} action={createButton('btn-create')} />
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => row.name || String(row.id)}
        actions={actions}
        bulk={bulk}
        searchHint={t('redemption.search')}
        empty={{ title: t('redemption.empty'), hint: t('redemption.emptyHint'), action: createButton('btn-create-first') }}
        add={{ label: t('redemption.create'), run: create }}
      />
    </>
  )
}
