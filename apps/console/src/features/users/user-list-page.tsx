import type { UserObject } from '@weir/contract/user'
import { listUsers, searchUsers, userOrder } from '@weir/contract/user-admin'
import { Button } from 'antd'
import { useCallback, useMemo } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import { ListView } from '../../shared/table/list-view.tsx'
import { useList, type ListSource } from '../../shared/table/use-list.ts'
import { PageHeader } from '../../shared/ui/page-header.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns } from './user-columns.tsx'

const source: ListSource<UserObject> = {
  name: 'user',
  load: ({ p, order, signal }) => call(listUsers, { query: { p, order: userOrder.parse(order) ?? '' } }, signal && { signal }),
  search: (keyword, signal) => call(searchUsers, { query: { keyword } }, signal && { signal }),
}

export const UserListPage = () => {
  const t = useText()
  const navigate = useNavigate()
  const list = useList(source)
  const columns = useMemo(() => userColumns(t), [t])
  const actions = useUserActions(list)
  const create = useCallback(() => void navigate(paths.userAdd), [navigate])
  const createButton = (testId: string) => (
    <Button type="primary" onClick={create} data-testid={testId}>
      {t('user.create')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('user.title')} hint={t('user.hint')} action={createButton('btn-create')} />
      <ListView
        list={list}
        columns={columns}
        rowName={(row) => row.username}
        actions={actions}
        orders={[
          { value: '', label: t('user.order.default') },
          { value: 'quota', label: t('user.order.quota') },
          { value: 'used_quota', label: t('user.order.usedQuota') },
          { value: 'request_count', label: t('user.order.requestCount') },
        ]}
        searchHint={t('user.search')}
        empty={{ title: t('user.empty'), hint: t('user.emptyHint'), action: createButton('btn-create-first') }}
        add={{ label: t('user.create'), run: create }}
      />
    </>
  )
}
