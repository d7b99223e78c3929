import { confirm } from '../../feedback/confirm.ts'
import type { AreaWith } from '../../i18n/translate.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Identified } from '../state/paging.ts'
import type { List } from '../state/use-list.ts'
import type { RowAction, RowByRow } from './action.ts'
import { Switch, isSwitched, toggledStatus, type SwitchStatus } from './switch-status.ts'
import { useBulkDelete } from './use-bulk-delete.ts'
import { useRowAction } from './use-row-action.ts'

interface SwitchedRow extends Identified {
  readonly name: string
  readonly status: number
}

interface RecordCalls {
  /** Whose texts the questions speak. */
  readonly area: AreaWith<'deleteTitle' | 'deleteHint' | 'deleteOk' | 'bulkDeleteTitle' | 'bulkDeleteOk'>
  readonly list: Pick<List<SwitchedRow>, 'changeRow' | 'removeRows' | 'refresh'>
  readonly setStatus: (id: number, status: SwitchStatus) => Promise<{ readonly status: number } | null | undefined>
  readonly remove: (id: number) => Promise<unknown>
  readonly removeMany: (ids: readonly number[]) => Promise<number>
}

const nameOf = ({ id, name }: SwitchedRow) => name || String(id)

/** Switching on and off and deleting, for one record and for a selection. */
export const useRecordActions = ({ area, list, setStatus, remove, removeMany }: RecordCalls) => {
  const t = useText()
  const toggle = useRowAction<SwitchedRow, { readonly status: number } | null | undefined>({
    list,
    run: (row) => setStatus(row.id, toggledStatus(row.status)),
    told: (row) => t(toggledStatus(row.status) === Switch.on ? 'toast.enabled' : 'toast.disabled', { name: nameOf(row) }),
    // What the program had set, such as expired, cannot be set by hand again.
    undo: (row) => (isSwitched(row.status) ? () => toggle.start({ ...row, status: toggledStatus(row.status) }) : undefined),
    preview: (row) => ({ status: toggledStatus(row.status) }),
    onDone: (row, saved) => list.changeRow(row.id, { status: saved?.status ?? toggledStatus(row.status) }),
  })
  const removal = useRowAction<SwitchedRow, unknown>({
    list,
    run: (row) => remove(row.id),
    told: (row) => t('toast.deleted', { name: nameOf(row) }),
    onDone: (row) => list.removeRows([row.id]),
  })

  const askDelete = (name: string, about: string) =>
    confirm({
      title: t(`${area}.deleteTitle`, { name }),
      hint: about + t(`${area}.deleteHint`),
      ok: t(`${area}.deleteOk`, { name }),
      isDangerous: true,
    })

  const toggleAction = (row: SwitchedRow, isOn = row.status === Switch.on): RowAction => ({
    name: isOn ? 'disable' : 'enable',
    label: isOn ? t('common.disable') : t('common.enable'),
    isOn,
    run: () => toggle.start(row),
    isBusy: toggle.isPending(row.id),
  })

  /** `about` tells the record from others of its name. */
  const deleteAction = (row: SwitchedRow, about = ''): RowAction => ({
    name: 'delete',
    label: t('common.delete'),
    isDangerous: true,
    isBusy: removal.isPending(row.id),
    run: () => void askDelete(nameOf(row), about).then((isConfirmed) => isConfirmed && removal.start(row)),
  })

  const bulkSwitch = (name: 'enable' | 'disable', status: SwitchStatus): RowByRow => ({
    name,
    label: t(`common.${name}`),
    run: (id) => setStatus(id, status),
    onDone: (ids) => {
      for (const id of ids) list.changeRow(id, { status })
    },
  })

  const bulkDelete = useBulkDelete({ area, list, removeMany })

  return {
    toggleAction,
    deleteAction,
    bulkSwitches: [bulkSwitch('enable', Switch.on), bulkSwitch('disable', Switch.off)] as const,
    bulkDelete,
  }
}
