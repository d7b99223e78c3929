import { expect, test } from 'bun:test'
import { memoryStorage } from '../browser/storage.ts'
import { createLocalStore } from './local-store.ts'
import { createSiteTexts } from './site-texts.ts'

test('a text of the operator is kept under its own name, an empty one is removed', () => {
  const storage = memoryStorage()
  const texts = createSiteTexts(createLocalStore(storage))
  texts.setSiteText('about', '# Hello')
  expect([texts.siteText('about'), storage.getItem('about')]).toEqual(['# Hello', '# Hello'])
  texts.setSiteText('about', '')
  expect([texts.siteText('about'), storage.getItem('about')]).toEqual(['', null])
})
