import { RedemptionStatus, deleteRedemption, editRedemption, type RedemptionObject } from '@weir/contract/redemption'
import { useNavigate } from 'react-router'
import { call } from '../../shared/api-client.ts'
import { downloadText } from '../../shared/download.ts'
import type { Translate } from '../../shared/i18n/translate.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { paths } from '../../shared/paths.ts'
import type { BulkAction, RowAction } from '../../shared/table/column.ts'
import type { List } from '../../shared/table/use-list.ts'
import { useRowAction } from '../../shared/table/use-row-action.ts'
import { confirm } from '../../shared/ui/confirm.ts'
import { useCopy } from '../../shared/ui/use-copy.ts'
import { toggledStatus } from './redemption-status.ts'

const setStatus = (id: number, status: 1 | 2) => call(editRedemption, { query: { status_only: 'true' }, body: { id, status } })
const remove = (id: number) => call(deleteRedemption, { params: { id } })

const askDelete = (t: Translate, name: string) =>
  confirm({
    title: t('redemption.deleteTitle', { name }),
    hint: t('redemption.deleteHint'),
    ok: t('redemption.deleteOk', { name }),
    isDangerous: true,
  })

/** What can be done with one code. */
export const useRedemptionActions = (list: List<RedemptionObject>) => {
  const t = useText()
  const navigate = useNavigate()
  const copy = useCopy(list.address.setSearchText)
  const toggle = useRowAction<RedemptionObject, RedemptionObject | null>({
    list,
    run: (row) => setStatus(row.id, toggledStatus(row.status)),
    preview: (row) => ({ status: toggledStatus(row.status) }),
    onDone: (row, saved) => list.changeRow(row.id, { status: saved?.status ?? toggledStatus(row.status) }),
  })
  const removal = useRowAction<RedemptionObject, undefined>({
    list,
    run: (row) => remove(row.id),
    onDone: (row) => list.removeRows([row.id]),
  })

  return (row: RedemptionObject): readonly RowAction[] => {
    const isUnused = row.status === RedemptionStatus.unused
    const isUsed = row.status === RedemptionStatus.used
    return [
      { name: 'copy', label: t('common.copy'), run: () => copy(row.key) },
      { name: 'edit', label: t('common.edit'), run: () => void navigate(paths.redemptionEdit(row.id)) },
      {
        name: isUnused || isUsed ? 'disable' : 'enable',
        label: isUnused || isUsed ? t('common.disable') : t('common.enable'),
        run: () => toggle.start(row),
        isBusy: toggle.isPending(row.id),
        ...(isUsed ? { blocked: t('redemption.usedBlocked') } : {}),
      },
      {
        name: 'delete',
        label: t('common.delete'),
        isDangerous: true,
        isBusy: removal.isPending(row.id),
        run: () => void askDelete(t, row.name || String(row.id)).then((isConfirmed) => isConfirmed && removal.start(row)),
      },
    ]
  }
}

/** The same for a selection, and the codes as a file. */
export const useRedemptionBulkActions = (list: List<RedemptionObject>): readonly BulkAction[] => {
  const t = useText()
  const exportCodes = (ids: readonly number[]) => {
    const keys = list.rows.filter((row) => ids.includes(row.id)).map((row) => row.key)
    downloadText(`${t('redemption.title')}.txt`, keys.join('\n'))
  }
  return [
    { name: 'export', label: t('redemption.export'), run: () => Promise.resolve(), onDone: exportCodes },
    {
      name: 'delete',
      label: t('common.delete'),
      isDangerous: true,
      confirm: (count) =>
        confirm({
          title: t('redemption.bulkDeleteTitle', { count }),
          hint: t('redemption.deleteHint'),
          ok: t('redemption.bulkDeleteOk', { count }),
          isDangerous: true,
        }),
      run: remove,
      onDone: list.removeRows,
    },
  ]
}
