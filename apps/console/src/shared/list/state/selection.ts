import { useCallback, useMemo, useState } from 'react'
import type { Identified } from './paging.ts'

export interface Selection {
  readonly ids: readonly number[]
  /** Every loaded row is chosen. */
  readonly isAll: boolean
  readonly toggle: (id: number) => void
  readonly toggleAll: () => void
  /** Rows that are not loaded, too. */
  readonly choose: (ids: readonly number[]) => void
  readonly clear: () => void
}

interface Chosen {
  readonly ids: ReadonlySet<number>
  /** Chosen without having been seen: only rows that were seen can leave the list. */
  readonly unseen: ReadonlySet<number>
}

const NOTHING: Chosen = { ids: new Set(), unseen: new Set() }

/** What is chosen and still there: rows that left the list leave the selection with them. */
export const stillChosen = (rows: readonly Identified[], { ids, unseen }: Chosen): readonly number[] => {
  const loaded = new Set(rows.map(({ id }) => id))
  return [...ids].filter((id) => loaded.has(id) || unseen.has(id))
}

export const useSelection = (rows: readonly Identified[]): Selection => {
  const [chosen, setChosen] = useState(NOTHING)
  const ids = useMemo(() => stillChosen(rows, chosen), [rows, chosen])
  const isAll = rows.length > 0 && rows.every(({ id }) => chosen.ids.has(id))
  const toggle = useCallback(
    (id: number) =>
      setChosen((old) => {
        const next = new Set(old.ids)
        if (!next.delete(id)) next.add(id)
        return { ...old, ids: next }
      }),
    [],
  )
  const clear = useCallback(() => setChosen(NOTHING), [])
  const choose = useCallback(
    (wanted: readonly number[]) => {
      const loaded = new Set(rows.map(({ id }) => id))
      setChosen({ ids: new Set(wanted), unseen: new Set(wanted.filter((id) => !loaded.has(id))) })
    },
    [rows],
  )
  const toggleAll = useCallback(() => (isAll ? clear() : choose(rows.map(({ id }) => id))), [isAll, clear, choose, rows])
  return useMemo(() => ({ ids, isAll, toggle, toggleAll, choose, clear }), [ids, isAll, toggle, toggleAll, choose, clear])
}
