import { useCallback, useState } from 'react'

/** What is typed belongs to the filter it was typed over: a filter from elsewhere, say after Back, shows itself. */
export const useDraft = <T>(applied: T) => {
  const over = JSON.stringify(applied)
  const [typed, setTyped] = useState({ over, value: applied })
  const change = useCallback((value: T) => setTyped({ over, value }), [over])
  const submit = useCallback((value: T) => setTyped({ over: JSON.stringify(value), value }), [])
  return { draft: typed.over === over ? typed.value : applied, change, submit }
}
