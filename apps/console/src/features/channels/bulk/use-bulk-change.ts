import { applyBulkEdit, previewBulkEdit, type BulkEdit } from '@weir/contract/channels/channel-bulk'
import type { DataOf } from '@weir/contract/endpoint'
import { MAX_IDS } from '@weir/contract/envelope'
import { call } from '../../../shared/api/api-client.ts'
import { useChange } from '../../../shared/api/use-change.ts'
import { notify } from '../../../shared/feedback/notify.ts'
import { t } from '../../../shared/i18n/language.ts'

export type Preview = DataOf<typeof previewBulkEdit>
export type PlannedChange = Preview['changes'][number]
export type Edit = Partial<BulkEdit>

const MOST_NAMED = 5

/** A few by name, as many as a reader takes in. */
export const someNames = (rows: readonly { readonly id: number; readonly name: string }[]): string => {
  const names = rows.slice(0, MOST_NAMED).map(({ id, name }) => name || String(id))
  return rows.length > MOST_NAMED ? `${names.join(', ')} …` : names.join(', ')
}

const exchanged = ({ before, after, ...channel }: PlannedChange): PlannedChange => ({ ...channel, before: after, after: before })

export const previewOf = (ids: readonly number[], edit: Edit, signal?: AbortSignal): Promise<Preview> =>
  call(previewBulkEdit, { body: { ids: [...ids], edit } }, signal && { signal })

/** What was shown before, or a change that needs no look. */
type Wish =
  | { readonly changes: readonly PlannedChange[]; readonly isUndo?: true }
  | { readonly ids: readonly number[]; readonly edit: Edit }

const make = async (wish: Wish) => {
  const changes = 'changes' in wish ? wish.changes : (await previewOf(wish.ids, wish.edit)).changes
  if (changes.length === 0) return { made: [], stale: [] }
  const { changed, stale } = await call(applyBulkEdit, { body: { changes: [...changes] } })
  return { made: changes.filter(({ id }) => changed.includes(id)), stale }
}

/** Makes a change and offers to take it back. */
export const useBulkChange = (onChanged: () => void) => {
  const { mutate, isPending } = useChange({
    mutationFn: make,
    onSuccess: ({ made, stale }, wish) => {
      const isUndo = 'isUndo' in wish
      const count = made.length
      const undo = { label: t('common.undo'), run: () => mutate({ changes: made.map(exchanged), isUndo: true }) }
      if (isUndo && count > 0) notify.success(t('channel.bulk.undone', { count }))
      if (!isUndo) notify.success(t('channel.bulk.applied', { count }), count > 0 ? { action: undo } : {})
      const told = { count: stale.length, names: someNames(stale) }
      if (stale.length > 0) notify.warning(isUndo ? t('channel.bulk.notUndone', told) : t('channel.bulk.stale', told))
      onChanged()
    },
  })
  return {
    isPending,
    start: (wish: Wish, onSuccess: () => void) => {
      const count = 'ids' in wish ? wish.ids.length : 0
      if (count > MAX_IDS) notify.error(t('channel.bulk.tooMany', { most: MAX_IDS, count }))
      else mutate(wish, { onSuccess })
    },
  }
}
