import { deleteToken, deleteTokens, editToken, type TokenObject } from '@weir/contract/token'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api/api-client.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { BulkAction, RowAction } from '../../shared/list/actions/action.ts'
import { useRecordActions } from '../../shared/list/actions/use-record-actions.ts'
import type { List } from '../../shared/list/state/use-list.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { useTokenSharing } from './use-token-sharing.ts'

const setStatus = (id: number, status: 1 | 2) => call(editToken, { query: { status_only: 'true' }, body: { id, status } })
const remove = (id: number) => call(deleteToken, { params: { id } })
const removeMany = (ids: readonly number[]) => call(deleteTokens, { body: { ids: [...ids] } })

/** What can be done with one token, and with a selection. */
export const useTokenActions = (list: List<TokenObject>) => {
  const t = useText()
  const navigate = useNavigate()
  const sharing = useTokenSharing(list.address.setSearchText)
  const record = useRecordActions({ area: 'token', list, setStatus, remove, removeMany })

  const actions = (row: TokenObject): readonly RowAction[] => [
    ...sharing(row),
    { name: 'edit', label: t('common.edit'), run: () => void navigate(editPathOf('token', row.id)) },
    record.toggleAction(row),
    record.deleteAction(row),
  ]
  const bulk: readonly BulkAction[] = [...record.bulkSwitches, record.bulkDelete]
  return { actions, bulk }
}
