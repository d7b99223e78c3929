import { expect, test } from 'bun:test'
import { ERRORS, isSameQuery } from './filter-query.ts'

test('a filter is the same in any order, and another one with any other value', () => {
  expect(isSameQuery('outcome=failed&model_name=a+b', 'model_name=a%20b&outcome=failed')).toBe(true)
  expect(isSameQuery('outcome=failed', 'outcome=failed&model_name=a')).toBe(false)
  expect(isSameQuery('', ERRORS)).toBe(false)
})

test('errors are the failed requests', () => {
  expect(ERRORS).toBe('outcome=failed')
})
