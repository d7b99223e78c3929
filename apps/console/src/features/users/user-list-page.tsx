import type { UserObject } from '@weir/contract/user'
import { listUserIds, listUsers, searchUsers, userOrder } from '@weir/contract/user-admin'
import { useMemo, useState } from 'react'
import { call, callCounted } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { useList, type ListSource } from '../../shared/list/state/use-list.ts'
import { ListPage } from '../../shared/list/view/list-page.tsx'
import { BalanceDialog } from './balance-dialog.tsx'
import { useUserActions } from './use-user-actions.ts'
import { userColumns } from './user-columns.tsx'

const source: ListSource<UserObject> = {
  name: 'user',
  load: ({ order, signal, ...at }) =>
    callCounted(listUsers, { query: { ...at, order: userOrder.parse(order) ?? '' } }, signal && { signal }),
  search: (keyword, { signal, ...at }) => callCounted(searchUsers, { query: { keyword, ...at } }, signal && { signal }),
  matching: (keyword) => call(listUserIds, { query: { keyword } }),
}

export const UserListPage = () => {
  const t = useText()
  const list = useList(source)
  const [adjustedUser, setAdjustedUser] = useState<UserObject>()
  const columns = useMemo(() => userColumns(t, setAdjustedUser), [t])
  const close = () => setAdjustedUser(undefined)
  return (
    <>
      <ListPage
        area="user"
        list={list}
        columns={columns}
        rowName={(row) => row.username}
        {...useUserActions(list, setAdjustedUser)}
        orders={[
          { value: '', label: t('user.order.default') },
          { value: 'quota', label: t('user.order.quota') },
          { value: 'used_quota', label: t('user.order.usedQuota') },
          { value: 'request_count', label: t('user.order.requestCount') },
        ]}
      />
      {adjustedUser !== undefined && (
        <BalanceDialog
          key={adjustedUser.id}
          user={adjustedUser}
          onClose={close}
          onDone={(quota) => {
            if (quota !== undefined) list.changeRow(adjustedUser.id, { quota })
            close()
          }}
        />
      )}
    </>
  )
}
