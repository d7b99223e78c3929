import { MAX_IDS } from '@weir/contract/envelope'
import { useChange } from '../../api/use-change.ts'
import { confirm } from '../../feedback/confirm.ts'
import { notify } from '../../feedback/notify.ts'
import type { AreaWith } from '../../i18n/translate.ts'
import { useText } from '../../i18n/use-text.ts'
import type { Identified } from '../state/paging.ts'
import type { List } from '../state/use-list.ts'
import type { AllAtOnce } from './action.ts'

export type DeletedArea = AreaWith<'deleteHint' | 'bulkDeleteTitle' | 'bulkDeleteOk'>

interface BulkDelete<Row extends Identified> {
  /** Whose texts the question speaks. */
  readonly area: DeletedArea
  readonly list: Pick<List<Row>, 'removeRows' | 'refresh'>
  /** Deletes as many as one call may name; how many there were. */
  readonly removeMany: (ids: readonly number[]) => Promise<number>
}

/** Deletes a selection after a question, in as few calls as it takes. */
export const useBulkDelete = <Row extends Identified>({ area, list, removeMany }: BulkDelete<Row>): AllAtOnce => {
  const t = useText()
  const { mutate } = useChange({
    mutationFn: async (ids: readonly number[]) => {
      let count = 0
      for (let from = 0; from < ids.length; from += MAX_IDS) {
        const some = ids.slice(from, from + MAX_IDS)
        count += await removeMany(some)
        list.removeRows(some)
      }
      return count
    },
    onSuccess: (count) => {
      notify.success(t('list.bulkDone', { count }))
      list.refresh()
    },
  })
  const start = async (ids: readonly number[], clear: () => void) => {
    const count = ids.length
    const question = {
      title: t(`${area}.bulkDeleteTitle`, { count }),
      hint: t(`${area}.deleteHint`),
      ok: t(`${area}.bulkDeleteOk`, { count }),
    }
    if (await confirm({ ...question, isDangerous: true })) mutate(ids, { onSuccess: clear })
  }
  return { name: 'delete', label: t('common.delete'), isDangerous: true, start }
}
