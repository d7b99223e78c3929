import { localStore, orAbsent, type LocalStore } from './local-store.ts'

export type SiteText = 'notice' | 'about' | 'home_page_content'

/** The last texts of the operator that were seen: shown until the server has answered. */
export const createSiteTexts = (store: LocalStore) => ({
  siteText: (name: SiteText) => store.read(name) ?? '',
  setSiteText: (name: SiteText, text: string) => store.write(name, orAbsent(text)),
})

export const siteTexts = createSiteTexts(localStore)
