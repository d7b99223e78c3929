import { expect, test } from 'bun:test'
import { stillChosen } from './selection.ts'

const rows = (...ids: readonly number[]) => ids.map((id) => ({ id }))

test('a row that left the list is chosen no more, one that was never loaded still is', () => {
  const chosen = { ids: new Set([1, 2, 70]), unseen: new Set([70]) }
  expect(stillChosen(rows(2, 3), chosen)).toEqual([2, 70])
  expect(stillChosen(rows(1, 2, 3), chosen)).toEqual([1, 2, 70])
  expect(stillChosen([], { ids: new Set([1]), unseen: new Set() })).toEqual([])
})
