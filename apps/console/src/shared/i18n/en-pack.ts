import enUS from 'antd/es/locale/en_US'
import { en } from './en.ts'
import type { LanguagePack } from './language-pack.ts'
import { translatorFor } from './translate.ts'

export const enPack: LanguagePack = { language: 'en', htmlLang: 'en', dictionary: en, antd: enUS, t: translatorFor(en) }
