import { resetFactors } from '@weir/contract/sign-in/second-factor'
import { UserStatus, isRoot, type UserObject } from '@weir/contract/user'
import { manageUser, type ManageAction } from '@weir/contract/user-admin'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api/api-client.ts'
import { useChange } from '../../shared/api/use-change.ts'
import { confirm } from '../../shared/feedback/confirm.ts'
import { notify } from '../../shared/feedback/notify.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { BulkAction, RowAction } from '../../shared/list/actions/action.ts'
import { useRowAction } from '../../shared/list/actions/use-row-action.ts'
import type { List } from '../../shared/list/state/use-list.ts'
import { editPathOf, pathOf } from '../../shared/navigation/paths.ts'
import { useUser } from '../../shared/session/use-session.ts'

interface Deed {
  readonly row: UserObject
  readonly action: ManageAction
}

const useManage = (list: List<UserObject>) => {
  const t = useText()
  const [pending, setPending] = useState<readonly number[]>([])
  const { mutate } = useChange({
    mutationFn: ({ row, action }: Deed) => call(manageUser, { body: { username: row.username, action } }),
    onMutate: ({ row }) => setPending((ids) => [...ids, row.id]),
    onSuccess: (saved, { row, action }) => {
      notify.success(t('common.done'), { detail: t(`user.${action}Done`, { name: row.username }) })
      if (action === 'delete') list.removeRows([row.id])
      else if (saved) list.changeRow(row.id, { status: saved.status, role: saved.role })
    },
    onSettled: (_saved, _error, { row }) => setPending((ids) => ids.filter((id) => id !== row.id)),
  })
  return { start: (row: UserObject, action: ManageAction) => mutate({ row, action }), isPending: (id: number) => pending.includes(id) }
}

type Weighty = Exclude<ManageAction, 'enable'>

const ask = (t: Translate, action: Weighty, name: string) =>
  confirm({
    title: t(`user.${action}Title`, { name }),
    hint: t(`user.${action}Hint`),
    ok: t(`user.${action}Ok`, { name }),
    isDangerous: action === 'disable' || action === 'delete',
  })

const askReset = (t: Translate, name: string) =>
  confirm({
    title: t('user.resetFactorTitle', { name }),
    hint: t('user.resetFactorHint'),
    ok: t('user.resetFactorOk', { name }),
    isDangerous: true,
  })

const useResetFactor = (list: List<UserObject>) => {
  const t = useText()
  const me = useUser()
  const reset = useRowAction({
    list,
    run: (row) => call(resetFactors, { params: { id: row.id } }),
    told: (row) => t('user.resetFactorDone', { name: row.username }),
    onDone: () => undefined,
  })
  return (row: UserObject): RowAction => ({
    name: 'reset-factor',
    label: t('user.resetFactor'),
    isDangerous: true,
    isBusy: reset.isPending(row.id),
    run: () => void askReset(t, row.username).then((isConfirmed) => isConfirmed && reset.start(row)),
    ...(row.role >= (me?.role ?? 0) && { blocked: t('user.rankBlocked') }),
  })
}

/** What can be done with one user. The server decides again; here the buttons say beforehand what it would refuse. */
export const useUserActions = (list: List<UserObject>, adjustBalance: (row: UserObject) => void) => {
  const t = useText()
  const navigate = useNavigate()
  const me = useUser()
  const manage = useManage(list)
  const resetFactor = useResetFactor(list)

  const blockedFor = (row: UserObject): { readonly blocked?: string } => {
    if (isRoot(row.role)) return { blocked: t('user.rootBlocked') }
    return row.id === me?.id ? { blocked: t('user.selfBlocked') } : {}
  }

  const nameOf = (id: number) => list.rows.find((row) => row.id === id)?.username
  const switchUser = (id: number, action: 'enable' | 'disable' | 'delete') =>
    call(manageUser, { body: { action, ...(nameOf(id) === undefined ? { id } : { username: nameOf(id) ?? '' }) } })
  const bulkSwitch = (action: 'enable' | 'disable') => ({
    name: action,
    label: t(`common.${action}`),
    run: (id: number) => switchUser(id, action),
    onDone: (ids: readonly number[]) => {
      for (const id of ids) list.changeRow(id, { status: action === 'enable' ? UserStatus.enabled : UserStatus.disabled })
    },
  })
  const bulkDisable: BulkAction = {
    ...bulkSwitch('disable'),
    confirm: (count) =>
      confirm({
        title: t('user.bulkDisableTitle', { count }),
        hint: t('user.disableHint'),
        ok: t('user.bulkDisableOk', { count }),
        isDangerous: true,
      }),
  }
  const bulkDelete: BulkAction = {
    name: 'delete',
    label: t('common.delete'),
    isDangerous: true,
    confirm: (count) =>
      confirm({
        title: t('user.bulkDeleteTitle', { count }),
        hint: t('user.deleteHint'),
        ok: t('user.bulkDeleteOk', { count }),
        isDangerous: true,
      }),
    run: (id) => switchUser(id, 'delete'),
    onDone: list.removeRows,
  }
  const bulk = [bulkSwitch('enable'), bulkDisable, bulkDelete]

  const actions = (row: UserObject): readonly RowAction[] => {
    const common = { isBusy: manage.isPending(row.id), ...blockedFor(row) }
    const deed = (action: ManageAction, label: string): RowAction => ({
      name: action,
      label,
      run: () => manage.start(row, action),
      ...common,
    })
    const weighty = (action: Weighty, label: string): RowAction => ({
      ...deed(action, label),
      run: () => void ask(t, action, row.username).then((isConfirmed) => isConfirmed && manage.start(row, action)),
    })
    const edit: RowAction = {
      name: 'edit',
      label: t('common.edit'),
      run: () => void navigate(row.id === me?.id ? pathOf('profile') : editPathOf('user', row.id)),
      ...(isRoot(row.role) && { blocked: t('user.rootEditBlocked') }),
    }
    const balance: RowAction = {
      name: 'balance',
      label: t('user.balance'),
      run: () => adjustBalance(row),
      ...(row.role >= (me?.role ?? 0) && { blocked: t('user.rankBlocked') }),
    }
    return [
      weighty('promote', t('user.promote')),
      weighty('demote', t('user.demote')),
      { ...edit, variants: { label: t('user.moreEdits', { name: row.username }), actions: [edit, balance, resetFactor(row)] } },
      row.status === UserStatus.enabled
        ? { ...weighty('disable', t('common.disable')), isOn: true }
        : { ...deed('enable', t('common.enable')), isOn: false },
      { ...weighty('delete', t('common.delete')), isDangerous: true },
    ]
  }
  return { actions, bulk }
}
