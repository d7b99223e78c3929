import { TokenStatus, deleteToken, editToken, type TokenObject } from '@weir/contract/token'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import type { BulkAction, RowAction } from '../../shared/table/column.ts'
import type { List } from '../../shared/table/use-list.ts'
import { useRowAction } from '../../shared/table/use-row-action.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { toggledStatus } from './token-status.ts'
import { useTokenSharing } from './use-token-sharing.ts'

const setStatus = (id: number, status: 1 | 2) => call(editToken, { query: { status_only: 'true' }, body: { id, status } })
const remove = (id: number) => call(deleteToken, { params: { id } })

const askDelete = (t: Translate, name: string) =>
  confirm({ title: t('token.deleteTitle', { name }), hint: t('token.deleteHint'), ok: t('token.deleteOk', { name }), isDangerous: true })

/** What can be done with one token. */
export const useTokenActions = (list: List<TokenObject>) => {
  const t = useText()
  const navigate = useNavigate()
  const sharing = useTokenSharing(list.address.setSearchText)
  const toggle = useRowAction<TokenObject, TokenObject>({
    list,
    run: (row) => setStatus(row.id, toggledStatus(row.status)),
    preview: (row) => ({ status: toggledStatus(row.status) }),
    onDone: (row, saved) => list.changeRow(row.id, { status: saved?.status ?? toggledStatus(row.status) }),
  })
  const removal = useRowAction<TokenObject, undefined>({ list, run: (row) => remove(row.id), onDone: (row) => list.removeRows([row.id]) })

  return (row: TokenObject): readonly RowAction[] => {
    const isEnabled = row.status === TokenStatus.enabled
    return [
      ...sharing(row),
      { name: 'edit', label: t('common.edit'), run: () => void navigate(paths.tokenEdit(row.id)) },
      {
        name: isEnabled ? 'disable' : 'enable',
        label: isEnabled ? t('common.disable') : t('common.enable'),
        run: () => toggle.start(row),
        isBusy: toggle.isPending(row.id),
      },
      {
        name: 'delete',
        label: t('common.delete'),
        isDangerous: true,
        isBusy: removal.isPending(row.id),
        run: () => void askDelete(t, row.name || t('common.none')).then((isConfirmed) => isConfirmed && removal.start(row)),
      },
    ]
  }
}

/** The same for a selection. */
export const useTokenBulkActions = (list: List<TokenObject>): readonly BulkAction[] => {
  const t = useText()
  const becomes = (status: 1 | 2) => (ids: readonly number[]) => {
    for (const id of ids) list.changeRow(id, { status })
  }
  return [
    { name: 'enable', label: t('common.enable'), run: (id) => setStatus(id, TokenStatus.enabled), onDone: becomes(TokenStatus.enabled) },
    {
      name: 'disable',
      label: t('common.disable'),
      run: (id) => setStatus(id, TokenStatus.disabled),
      onDone: becomes(TokenStatus.disabled),
    },
    {
      name: 'delete',
      label: t('common.delete'),
      isDangerous: true,
      confirm: (count) =>
        confirm({
          title: t('token.bulkDeleteTitle', { count }),
          hint: t('token.deleteHint'),
          ok: t('token.bulkDeleteOk', { count }),
          isDangerous: true,
        }),
      run: remove,
      onDone: list.removeRows,
    },
  ]
}
