import { useState } from 'react'
import { useChange } from '../../api/use-change.ts'
import { notify, type ToastAction } from '../../feedback/notify.ts'
import { t } from '../../i18n/language.ts'
import type { Identified } from '../state/paging.ts'
import type { List } from '../state/use-list.ts'

interface RowActionOptions<Row extends Identified, Result> {
  readonly list: Pick<List<Row>, 'changeRow'>
  readonly run: (row: Row) => Promise<Result>
  /** Shown at once and taken back when the server refuses. */
  readonly preview?: (row: Row) => Partial<Row>
  readonly onDone: (row: Row, result: Result) => void
  /** What was done with which row, below the standard words. */
  readonly told: (row: Row) => string
  /** Where it can be taken back: how. */
  readonly undo?: (row: Row) => (() => void) | undefined
}

const offerOf = (run: (() => void) | undefined): ToastAction | undefined => run && { label: t('common.undo'), run }

/** An action on one row: pending while it runs, the standard toast after it, the row as before when it fails. */
export const useRowAction = <Row extends Identified, Result>({ list, run, preview, onDone, told, undo }: RowActionOptions<Row, Result>) => {
  const [pending, setPending] = useState<readonly number[]>([])
  const { mutate } = useChange<Result, Row>({
    mutationFn: run,
    onMutate: (row) => {
      setPending((ids) => [...ids, row.id])
      if (preview !== undefined) list.changeRow(row.id, preview(row))
    },
    onError: (_error, row) => {
      if (preview !== undefined) list.changeRow(row.id, row)
    },
    onSuccess: (result, row) => {
      notify.success(t('common.done'), { detail: told(row), action: offerOf(undo?.(row)) })
      onDone(row, result)
    },
    onSettled: (_result, _error, row) => setPending((ids) => ids.filter((id) => id !== row.id)),
  })
  return { start: (row: Row) => mutate(row), isPending: (id: number) => pending.includes(id) }
}
