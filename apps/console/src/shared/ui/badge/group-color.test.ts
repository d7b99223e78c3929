import { expect, test } from 'bun:test'
import { groupColor, groupNames } from './group-color.ts'

test('C-260 every group of a joined text is named, in order', () => {
  expect(groupNames('vip,default')).toEqual(['default', 'vip'])
})

test('C-478 no group at all is the default one', () => {
  expect(groupNames('')).toEqual(['default'])
})

test('paid groups stand out, others stay quiet', () => {
  expect(['vip', 'pro', 'svip', 'premium', 'default'].map(groupColor)).toEqual(['yellow', 'yellow', 'red', 'red', 'grey'])
})
