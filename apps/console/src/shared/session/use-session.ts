import { useCallback } from 'react'
import { session, type Preference, type SiteText } from './session.ts'
import { useObservable } from '../browser/use-observable.ts'

const useStored = <T>(read: () => T): T => useObservable({ subscribe: session.subscribe, get: read })

export const useUser = () => useStored(session.user)
export const useStatus = () => useStored(session.status)
export const useSystemName = () => useStored(session.systemName)
export const useLogo = () => useStored(session.logo)
export const useFooterHtml = () => useStored(session.footerHtml)
export const useQuotaDisplay = () => useStored(session.quotaDisplay)

export const useSiteText = (name: SiteText) => useStored(() => session.siteText(name))

export const usePreference = (name: Preference): readonly [string, (value: string) => void] => {
  const value = useStored(() => session.preference(name))
  const set = useCallback((next: string) => session.setPreference(name, next), [name])
  return [value, set]
}
