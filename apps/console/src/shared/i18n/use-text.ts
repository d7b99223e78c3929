import { useObservable } from '../browser/use-observable.ts'
import { currentPack } from './language.ts'
import type { LanguagePack } from './language-pack.ts'
import type { Translate } from './translate.ts'

export const useLanguagePack = (): LanguagePack => useObservable(currentPack)

/** `const t = useText()`, then `t('token.name')`. A change of language renders again. */
export const useText = (): Translate => useLanguagePack().t
