import { useCallback } from 'react'
import { useObservable } from '../browser/use-observable.ts'
import { authSession } from './auth-session.ts'
import { localStore } from './local-store.ts'
import { preferences, type Preference } from './preferences.ts'
import { serverStatus } from './server-status.ts'
import { siteTexts, type SiteText } from './site-texts.ts'

/** Follows a value that lives in the store of the browser. */
export const useStored = <T>(read: () => T): T => useObservable({ subscribe: localStore.subscribe, get: read })

export const useUser = () => useStored(authSession.user)
export const useStatus = () => useStored(serverStatus.status)
export const useSystemName = () => useStored(serverStatus.systemName)
export const useLogo = () => useStored(serverStatus.logo)
export const useFooterHtml = () => useStored(serverStatus.footerHtml)
export const useQuotaDisplay = () => useStored(serverStatus.quotaDisplay)

export const useSiteText = (name: SiteText) => useStored(() => siteTexts.siteText(name))

export const usePreference = (name: Preference): readonly [string, (value: string) => void] => {
  const value = useStored(() => preferences.preference(name))
  const set = useCallback((next: string) => preferences.setPreference(name, next), [name])
  return [value, set]
}
