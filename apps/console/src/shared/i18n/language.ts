import type { Locale } from 'antd/es/locale'
import zhCN from 'antd/es/locale/zh_CN'
import { session } from '../session.ts'
import { fill, translatorFor, type Dictionary, type Language, type Message, type Translate } from './translate.ts'
import { zh } from './zh.ts'

/** Everything that speaks one language. Chinese is built in; others are loaded when they are chosen. */
export interface LanguagePack {
  readonly language: Language
  readonly htmlLang: string
  readonly dictionary: Dictionary
  readonly antd: Locale
  readonly t: Translate
}

const zhPack: LanguagePack = { language: 'zh', htmlLang: 'zh-CN', dictionary: zh, antd: zhCN, t: translatorFor(zh) }

const packs: Readonly<Record<Language, () => Promise<LanguagePack>>> = {
  zh: () => Promise.resolve(zhPack),
  en: async () => (await import('./en-pack.ts')).enPack,
}

let current = zhPack
const listeners = new Set<() => void>()

export const currentPack = (): LanguagePack => current
export const currentLanguage = (): Language => current.language

export const subscribeLanguage = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const switchTo = (pack: LanguagePack) => {
  current = pack
  document.documentElement.lang = pack.htmlLang
  for (const listener of listeners) listener()
}

/** Chinese unless the reader chose otherwise before, whatever the browser says. */
export const loadChosenLanguage = async (): Promise<void> => {
  if (session.preference('lang') === 'en') switchTo(await packs.en())
}

export const chooseLanguage = async (language: Language): Promise<void> => {
  session.setPreference('lang', language)
  switchTo(await packs[language]())
}

/** For texts outside components. Inside them use `useText`, which follows a change of language. */
export const t: Translate = (key, ...values) => current.t(key, ...values)

export const textOf = ({ key, params }: Message): string => fill(current.dictionary[key], params)
