import { useCallback, useMemo, useRef, useState } from 'react'
import { openStorage } from '../browser/storage.ts'
import { authSession } from '../session/auth-session.ts'
import { draftText, withDraft } from './draft.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

const storage = openStorage('sessionStorage')

export interface FormDraft<Values> {
  /** What the form starts with: the given values, and over them what was typed before a reload. */
  readonly start: Values
  readonly isRestored: boolean
  readonly keep: (values: Values) => void
  /** After a save or a deliberate discard: nothing is left to lose. */
  readonly finish: () => void
}

interface Options<Values> {
  readonly name: string
  readonly initial: Values
  readonly secrets?: readonly (keyof Values & string)[]
}

/** Keeps unsaved input over a reload and asks before it is left behind. */
export const useFormDraft = <Values extends object>({ name, initial, secrets = [] }: Options<Values>): FormDraft<Values> => {
  const key = `ui.draft.${authSession.user()?.id ?? 0}.${name}`
  const [stored] = useState(() => storage.getItem(key))
  const start = useMemo(() => withDraft(initial, stored), [initial, stored])
  const [isRestored, setIsRestored] = useState(stored !== null)
  const isDirty = useRef(stored !== null)
  useUnsavedGuard({ hasChanges: () => isDirty.current })

  const keep = useCallback(
    (values: Values) => {
      isDirty.current = true
      storage.setItem(key, draftText(values, secrets))
    },
    [key, secrets],
  )
  const finish = useCallback(() => {
    isDirty.current = false
    setIsRestored(false)
    storage.removeItem(key)
  }, [key])
  return { start, isRestored, keep, finish }
}
