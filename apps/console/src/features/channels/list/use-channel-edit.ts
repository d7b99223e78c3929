import { editChannel, type ChannelObject } from '@weir/contract/channel'
import { call } from '../../../shared/api/api-client.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { t } from '../../../shared/i18n/language.ts'
import type { List } from '../../../shared/list/state/use-list.ts'

type Change = Partial<Pick<ChannelObject, 'priority' | 'weight'>>

interface Edit {
  readonly row: ChannelObject
  readonly change: Change
}

const figures = ['priority', 'weight'] as const

const told = ({ row, change }: Edit) =>
  figures
    .filter((figure) => change[figure] !== undefined)
    .map((figure) => t(`toast.${figure}`, { name: row.name || row.id, before: row[figure] ?? 0, after: change[figure] ?? 0 }))
    .join(' ')

/** The same figures the other way round. */
const reversed = ({ row, change }: Edit): Edit => ({
  row: { ...row, ...change },
  change: Object.fromEntries(figures.filter((figure) => change[figure] !== undefined).map((figure) => [figure, row[figure]])),
})

/** Saves a figure of a row: shown at once, taken back when the server refuses. */
export const useChannelEdit = ({ changeRow }: List<ChannelObject>) => {
  const { mutate } = useChange<unknown, Edit>({
    mutationFn: ({ row, change }) => call(editChannel, { body: { id: row.id, ...change } }),
    onMutate: ({ row, change }) => changeRow(row.id, change),
    onError: (_error, { row: { id, priority, weight } }) => changeRow(id, { priority, weight }),
    onSuccess: (_saved, edit) =>
      notify.success(t('common.done'), { detail: told(edit), action: { label: t('common.undo'), run: () => mutate(reversed(edit)) } }),
  })
  return (row: ChannelObject, change: Change) => mutate({ row, change })
}
