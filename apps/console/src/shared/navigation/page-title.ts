import { useLayoutEffect } from 'react'
import { createObservable } from '../browser/observable.ts'
import { useObservable } from '../browser/use-observable.ts'
import { useSystemName } from '../session/use-session.ts'

const title = createObservable('')

/** What the header shows. Pages set it through `PageHeader` or `usePageTitle`. */
export const useCurrentPageTitle = (): string => useObservable(title)

export const usePageTitle = (next: string): void => {
  const systemName = useSystemName()
  useLayoutEffect(() => {
    title.set(next)
    document.title = next === '' ? systemName : `${next} · ${systemName}`
  }, [next, systemName])
}
