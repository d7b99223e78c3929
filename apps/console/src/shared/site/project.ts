import type { Language } from '../i18n/translate.ts'

/** The project itself, for the credit line and the about page. */
export const REPOSITORY_URL = 'https://github.com/weir-gateway/weir'
export const LICENCE_URL = `${REPOSITORY_URL}/blob/main/LICENSE`
export const LATEST_RELEASE_PAGE = `${REPOSITORY_URL}/releases/latest`

/** The page about one client, in the language of the reader. */
export const guideUrlOf = (guide: string, language: Language): string =>
  `${REPOSITORY_URL}/blob/main/docs/clients/${guide}${language === 'zh' ? '.zh-CN' : ''}.md`
