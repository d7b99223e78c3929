import { expect, test } from 'bun:test'
import { en } from './en.ts'
import { fill, translatorFor } from './translate.ts'

test('a word goes with its number', () => {
  const text = '{count|One row is|Some rows are} left of {all} {all|model|models}'
  expect(fill(text, { count: 1, all: 2 })).toBe('One row is left of 2 models')
  expect(fill(text, { count: 0, all: '1' })).toBe('Some rows are left of 1 model')
  expect(fill('{a} | {b}', { a: 1, b: 2 })).toBe('1 | 2')
})

test('English counts one thing as one', () => {
  const t = translatorFor(en)
  expect(t('token.limits.models', { count: 1 })).toBe('1 model')
  expect(t('token.limits.models', { count: 2 })).toBe('2 models')
  expect(t('channel.bulk.stale', { count: 1, names: 'a' })).toBe('1 channel has changed meanwhile and was left alone: a')
  expect(t('channel.bulk.stale', { count: 2, names: 'a, b' })).toBe('2 channels have changed meanwhile and were left alone: a, b')
})
