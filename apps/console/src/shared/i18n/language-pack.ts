import type { Locale } from 'antd/es/locale'
import type { Dictionary, Language, Translate } from './translate.ts'

/** Everything that speaks one language. Chinese is built in; others are loaded when they are chosen. */
export interface LanguagePack {
  readonly language: Language
  readonly htmlLang: string
  readonly dictionary: Partial<Dictionary>
  readonly antd: Locale
  readonly t: Translate
}
