import type { UserObject } from '@weir/contract/user'
import { listUsers, searchUsers, userOrder } from '@weir/contract/user-admin'
import { useMemo } from 'react'
import { call } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useList, type ListSource } from '../../shared/list/state/use-list.ts'
import { ListPage } from '../../shared/list/view/list-page.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns } from './user-columns.tsx'

const source: ListSource<UserObject> = {
  name: 'user',
  load: ({ p, order, signal }) => call(listUsers, { query: { p, order: userOrder.parse(order) ?? '' } }, signal && { signal }),
  search: (keyword, signal) => call(searchUsers, { query: { keyword } }, signal && { signal }),
}

export const UserListPage = () => {
  const t = useText()
  const list = useList(source)
  const columns = useMemo(() => userColumns(t), [t])
  const actions = useUserActions(list)
  return (
    <ListPage
      area="user"
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
    />
  )
}
