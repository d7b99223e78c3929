import { useSyncExternalStore } from 'react'
import { currentPack, subscribeLanguage, type LanguagePack } from './language.ts'
import type { Translate } from './translate.ts'

export const useLanguagePack = (): LanguagePack => useSyncExternalStore(subscribeLanguage, currentPack)

/** `const t = useText()`, then `t('token.name')`. A change of language renders again. */
export const useText = (): Translate => useLanguagePack().t
