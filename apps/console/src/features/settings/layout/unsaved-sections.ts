import { createContext, useContext, useEffect, useId, useState } from 'react'
import type { Location } from 'react-router'
import { useUnsavedGuard } from '../../../shared/form/use-unsaved-guard.ts'

/** The sections in which something was typed and not saved. */
export const UnsavedSections = createContext<Set<string>>(new Set())

/** Another page, or another tab of this one; places within a tab are reached freely. */
const leavesTab = (from: Location, to: Location) =>
  from.pathname !== to.pathname || new URLSearchParams(from.search).get('tab') !== new URLSearchParams(to.search).get('tab')

/** For the page: asks before unsaved sections are left, by a link, by Back, or by closing the window. */
export const useGuardedSections = (): Set<string> => {
  const [unsaved] = useState(() => new Set<string>())
  useUnsavedGuard({ hasChanges: () => unsaved.size > 0, isLeaving: leavesTab })
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (unsaved.size > 0) event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsaved])
  return unsaved
}

/** For a section: tells the page whether leaving would lose something. */
export const useUnsavedSection = (hasChanges: boolean): void => {
  const id = useId()
  const unsaved = useContext(UnsavedSections)
  useEffect(() => {
    if (!hasChanges) return
    unsaved.add(id)
    return () => void unsaved.delete(id)
  }, [hasChanges, id, unsaved])
}
