import { expect, test } from 'bun:test'
import { channelTypes } from '@weir/contract/catalog/channel-types'
import { translatorFor } from '../../shared/i18n/translate.ts'
import { zh } from '../../shared/i18n/zh.ts'
import { channelTypeColor, channelTypeName, channelTypesInOrder } from './channel-type-badge.ts'

const t = translatorFor(zh)

test('the first type leads, and no type is lost', () => {
  expect(channelTypesInOrder[0]?.id).toBe(1)
  expect(channelTypesInOrder.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(channelTypes.map(({ id }) => id))
})

test('what operators look for first stands first, and the rest follows by number', () => {
  const ids = channelTypesInOrder.map(({ id }) => id)
  expect(ids.slice(0, 8)).toEqual([1, 14, 33, 3, 11, 24, 28, 15])
  expect(ids.slice(36, 41)).toEqual([9, 12, 13, 40, 41])
})

test('C-221 type 0 and types from elsewhere are named as unknown', () => {
  expect(channelTypeName(0, 'zh', t)).toBe('未知类型')
  expect(channelTypeName(9999, 'zh', t)).toContain('9999')
  expect(channelTypeColor(9999)).toBe('grey')
})

test('names follow the language', () => {
  expect([channelTypeName(8, 'zh', t), channelTypeName(8, 'en', t)]).toEqual(['自定义渠道', 'Custom channel'])
})
