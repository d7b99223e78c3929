import { expect, test } from 'bun:test'
import { memoryStorage } from '../../shared/browser/storage.ts'
import { createLocalStore } from '../../shared/session/local-store.ts'
import { createChannelModels } from './channel-models.ts'

const open = (stored?: string) => {
  const storage = memoryStorage()
  if (stored !== undefined) storage.setItem('channel_models', stored)
  return { storage, models: createChannelModels(createLocalStore(storage)) }
}

test('C-042 channel models are kept as a map', () => {
  const { storage, models } = open()
  models.set({ '1': ['gpt-4'] })
  expect(storage.getItem('channel_models')).toBe('{"1":["gpt-4"]}')
})

test('C-043 channel models stay in memory when the stored copy goes', () => {
  const { storage, models } = open()
  models.set({ '1': ['gpt-4'] })
  storage.removeItem('channel_models')
  expect(models.get()).toEqual({ '1': ['gpt-4'] })
})

test.each([
  ['{"1":"x"', {}],
  ['{"1":"x","2":["a",5,""]}', { '1': [], '2': ['a'] }],
])('broken channel models in %p read as none', (stored, models) => {
  expect(open(stored).models.get()).toEqual(models)
})
