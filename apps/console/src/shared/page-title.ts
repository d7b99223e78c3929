import { useLayoutEffect, useSyncExternalStore } from 'react'
import { useSystemName } from './use-session.ts'

let title = ''
const listeners = new Set<() => void>()

const setTitle = (next: string) => {
  title = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** What the header shows. Pages set it through `PageHeader` or `usePageTitle`. */
export const useCurrentPageTitle = (): string => useSyncExternalStore(subscribe, () => title)

export const usePageTitle = (next: string): void => {
  const systemName = useSystemName()
  useLayoutEffect(() => {
    setTitle(next)
    document.title = next === '' ? systemName : `${next} · ${systemName}`
  }, [next, systemName])
}
