import { useCallback, useMemo, useState } from 'react'
import type { Identified } from './paging.ts'

export interface Selection {
  readonly ids: readonly number[]
  readonly isAll: boolean
  readonly toggle: (id: number) => void
  readonly toggleAll: () => void
  readonly clear: () => void
}

/** Rows that left the list leave the selection with them. */
export const useSelection = (rows: readonly Identified[]): Selection => {
  const [chosen, setChosen] = useState<readonly number[]>([])
  const ids = useMemo(() => rows.map((row) => row.id).filter((id) => chosen.includes(id)), [rows, chosen])
  const isAll = rows.length > 0 && ids.length === rows.length
  const toggle = useCallback(
    (id: number) => setChosen((old) => (old.includes(id) ? old.filter((other) => other !== id) : [...old, id])),
    [],
  )
  const clear = useCallback(() => setChosen([]), [])
  const toggleAll = useCallback(() => setChosen(isAll ? [] : rows.map((row) => row.id)), [isAll, rows])
  return useMemo(() => ({ ids, isAll, toggle, toggleAll, clear }), [ids, isAll, toggle, toggleAll, clear])
}
