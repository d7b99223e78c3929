import { expect, test } from 'bun:test'
import { changedParams } from './changed-params.ts'

test('a default value leaves the address', () => {
  expect(changedParams(new URLSearchParams('page=3&keyword=a'), { page: '', keyword: 'a&b#c' }).toString()).toBe('keyword=a%26b%23c')
})

test('other parameters stay', () => {
  expect(changedParams(new URLSearchParams('tab=x'), { page: '2' }).toString()).toBe('tab=x&page=2')
})
