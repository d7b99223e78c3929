import { expect, test } from 'bun:test'
import { memoryStorage } from '../browser/storage.ts'
import { createLocalStore } from './local-store.ts'
import { createPreferences } from './preferences.ts'

const open = () => {
  const storage = memoryStorage()
  return { storage, session: createPreferences(createLocalStore(storage)) }
}

test('C-048 a finished prompt writes "true" under its topic', () => {
  const { storage, session } = open()
  session.finishPrompt('channel-test')
  expect(storage.getItem('prompt-channel-test')).toBe('true')
  expect(session.isPromptDone('channel-test')).toBe(true)
})

test('preferences carry the ui. prefix', () => {
  const { storage, session } = open()
  session.setPreference('theme', 'dark')
  expect(storage.getItem('ui.theme')).toBe('dark')
  session.setPreference('theme', '')
  expect(storage.getItem('ui.theme')).toBeNull()
})
