import {
  RedemptionStatus,
  deleteRedemption,
  deleteRedemptions,
  editRedemption,
  getRedemption,
  type RedemptionObject,
} from '@weir/contract/redemption'
import { formatQuota, formatTimestamp } from '@weir/contract/values/format'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api/api-client.ts'
import { downloadText } from '../../shared/browser/download.ts'
import { useCopy } from '../../shared/clipboard/use-copy.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import type { BulkAction, RowAction } from '../../shared/list/actions/action.ts'
import { useRecordActions } from '../../shared/list/actions/use-record-actions.ts'
import type { List } from '../../shared/list/state/use-list.ts'
import { editPathOf } from '../../shared/navigation/paths.ts'
import { useQuotaDisplay } from '../../shared/session/use-session.ts'

const setStatus = (id: number, status: 1 | 2) => call(editRedemption, { query: { status_only: 'true' }, body: { id, status } })
const remove = (id: number) => call(deleteRedemption, { params: { id } })
const removeMany = (ids: readonly number[]) => call(deleteRedemptions, { body: { ids: [...ids] } })

/** What can be done with one code, and with a selection: the codes as a file, too. */
export const useRedemptionActions = (list: List<RedemptionObject>) => {
  const t = useText()
  const navigate = useNavigate()
  const display = useQuotaDisplay()
  const copy = useCopy(list.address.setSearchText)
  const record = useRecordActions({ area: 'redemption', list, setStatus, remove, removeMany })

  const actions = (row: RedemptionObject): readonly RowAction[] => {
    const isUsed = row.status === RedemptionStatus.used
    return [
      { name: 'copy', label: t('common.copy'), run: () => copy(row.key) },
      { name: 'edit', label: t('common.edit'), run: () => void navigate(editPathOf('redemption', row.id)) },
      isUsed ? { ...record.toggleAction(row, true), blocked: t('redemption.usedBlocked') } : record.toggleAction(row),
      record.deleteAction(
        row,
        t('redemption.deleteAbout', { id: row.id, quota: formatQuota(row.quota, display), time: formatTimestamp(row.created_time) }),
      ),
    ]
  }
  const keys = new Map(list.rows.map((row) => [row.id, row.key]))
  /** Codes that are chosen without having been loaded are read one by one. */
  const readKey = async (id: number) => {
    if (!keys.has(id)) keys.set(id, (await call(getRedemption, { params: { id } })).key)
  }
  const exportCodes = (ids: readonly number[]) =>
    downloadText(`${t('redemption.title')}.txt`, ids.map((id) => keys.get(id) ?? '').join('\n'))
  const bulk: readonly BulkAction[] = [
    { name: 'export', label: t('redemption.export'), run: readKey, onDone: exportCodes },
    record.bulkDelete,
  ]
  return { actions, bulk }
}
