import { expect, test } from 'bun:test'
import { enPack } from './en-pack.ts'
import { currentLanguage, currentPack, t, textOf } from './language.ts'

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
