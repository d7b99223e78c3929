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
  expect(channelTypesInOrder.map(({ id }) => id).join(' ')).toBe(
    '1 14 33 3 11 24 28 15 17 18 16 19 25 23 26 27 29 30 31 32 34 35 36 37 38 39 8 22 21 20 2 5 7 10 4 6 9 12 13 40 41 42 43 44 45 46 47 48 49 50 51 1000',
  )
})

test('C-221 type 0 and types from elsewhere are named as unknown', () => {
  expect(channelTypeName(0, 'zh', t)).toBe('未知类型')
  expect(channelTypeName(9999, 'zh', t)).toContain('9999')
  expect(channelTypeColor(9999)).toBe('grey')
})

test('names follow the language', () => {
  expect([channelTypeName(8, 'zh', t), channelTypeName(8, 'en', t)]).toEqual(['自定义渠道', 'Custom channel'])
})
