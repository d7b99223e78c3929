import { afterAll, expect, test } from 'bun:test'
import { preferences } from '../session/preferences.ts'
import { enPack } from './en-pack.ts'
import { chooseLanguage, currentLanguage, currentPack, loadChosenLanguage, t, textOf, withTexts } from './language.ts'

test('the console speaks Chinese before a language is chosen, and says so to the browser', () => {
  expect(currentLanguage()).toBe('zh')
  expect(currentPack.get().htmlLang).toBe('zh-CN')
  expect(currentPack.get().antd.locale).toBe('zh-cn')
  expect(t('channel.type.unknown')).toBe('未知类型')
  expect(textOf({ key: 'channel.type.unknown', params: {} })).toBe('未知类型')
})

test('English says so to the browser', () => {
  expect([enPack.language, enPack.htmlLang, enPack.antd.locale]).toEqual(['en', 'en', 'en'])
})

/** The one thing of a page that a language changes. */
const page = { documentElement: { lang: '' } }
const { document } = globalThis
Object.defineProperty(globalThis, 'document', { value: page, configurable: true })

afterAll(async () => {
  await chooseLanguage('zh')
  preferences.setPreference('lang', '')
  Object.defineProperty(globalThis, 'document', { value: document, configurable: true })
})

test('a chosen language is spoken at once, told to the browser and remembered', async () => {
  await chooseLanguage('en')
  expect([currentLanguage(), page.documentElement.lang, preferences.preference('lang')]).toEqual(['en', 'en', 'en'])
  expect(t('channel.type.unknown')).toBe('Unknown type')
  await chooseLanguage('zh')
  expect([currentLanguage(), page.documentElement.lang, preferences.preference('lang')]).toEqual(['zh', 'zh-CN', 'zh'])
})

test('a later visit speaks the language that was chosen, and Chinese without a choice', async () => {
  for (const lang of ['', 'zh', 'fr', 'en', '']) {
    preferences.setPreference('lang', lang)
    await loadChosenLanguage()
    expect([lang, currentLanguage()]).toEqual([lang, lang === 'en' ? 'en' : 'zh'])
  }
})

test('a language that is no longer chosen when its texts come is not spoken', async () => {
  preferences.setPreference('lang', 'en')
  const loading = loadChosenLanguage()
  preferences.setPreference('lang', 'zh')
  await loading
  expect(currentLanguage()).toBe('zh')
})

test('the texts of the settings come with their page', async () => {
  await chooseLanguage('zh')
  expect(await withTexts('setting', Promise.resolve('page'))).toBe('page')
  expect(textOf({ key: 'history.failed', params: { message: 'x' } })).toBe('日志清理失败：x')
})
