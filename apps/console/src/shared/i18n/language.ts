import zhCN from 'antd/es/locale/zh_CN'
import { createObservable } from '../browser/observable.ts'
import type { LanguagePack } from './language-pack.ts'
import { preferences } from '../session/preferences.ts'
import { textIn, translatorFor, type Language, type Message, type MessageKey, type Translate } from './translate.ts'
import { zhFirst } from './zh-first.ts'

const zhTexts: Partial<Record<MessageKey, string>> = { ...zhFirst }

const zhPack: LanguagePack = { language: 'zh', htmlLang: 'zh-CN', dictionary: zhTexts, antd: zhCN, t: translatorFor(zhTexts) }

const pageTexts = {
  audit: async () => (await import('./zh/audit.ts')).audit,
  channelList: async () => (await import('./zh/channel-list.ts')).channelList,
  command: async () => (await import('./zh/command.ts')).command,
  dashboard: async () => (await import('./zh/dashboard.ts')).dashboard,
  log: async () => (await import('./zh/log-entry.ts')).logEntry,
  playground: async () => (await import('./zh/playground.ts')).playground,
  pricing: async () => (await import('./zh/pricing.ts')).pricing,
  redemption: async () => (await import('./zh/redemption.ts')).redemption,
  setting: async () => ({
    ...(await import('./zh/setting.ts')).setting,
    ...(await import('./zh/alert.ts')).alert,
    ...(await import('./zh/budget.ts')).budget,
  }),
  setup: async () => (await import('./zh/setup.ts')).setup,
  statement: async () => (await import('./zh/statement.ts')).statement,
  statistics: async () => (await import('./zh/statistics.ts')).statistics,
  userList: async () => (await import('./zh/user-list.ts')).userList,
}

/** A page with many texts of its own is shown when both are here. */
export const withTexts = async <Page>(name: keyof typeof pageTexts, page: Promise<Page>): Promise<Page> => {
  const [loaded, texts] = await Promise.all([page, pageTexts[name]()])
  Object.assign(zhTexts, texts)
  return loaded
}

const packs: Readonly<Record<Language, () => Promise<LanguagePack>>> = {
  zh: () => Promise.resolve(zhPack),
  en: async () => (await import('./en-pack.ts')).enPack,
}

export const currentPack = createObservable(zhPack)
export const currentLanguage = (): Language => currentPack.get().language

const switchTo = (pack: LanguagePack) => {
  document.documentElement.lang = pack.htmlLang
  currentPack.set(pack)
}

const chosenLanguage = (): Language => (preferences.preference('lang') === 'en' ? 'en' : 'zh')

/** Chinese unless the reader chose otherwise, before or in another tab, whatever the browser says. */
export const loadChosenLanguage = async (): Promise<void> => {
  const chosen = chosenLanguage()
  if (chosen === currentLanguage()) return
  const pack = await packs[chosen]()
  if (chosen === chosenLanguage()) switchTo(pack)
}

export const chooseLanguage = async (language: Language): Promise<void> => {
  switchTo(await packs[language]())
  preferences.setPreference('lang', language)
}

/** For texts outside components. Inside them use `useText`, which follows a change of language. */
export const t: Translate = (key, ...values) => currentPack.get().t(key, ...values)

export const textOf = (message: Message): string => textIn(currentPack.get().dictionary, message)
