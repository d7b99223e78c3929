import { expect, it } from 'bun:test'
import { padded } from './padded.ts'

it('repeats the last entry up to a power of two', () => {
  expect(padded([])).toEqual([])
  expect(padded([7])).toEqual([7])
  expect(padded([1, 2, 3])).toEqual([1, 2, 3, 3])
  expect(padded(['a', 'b', 'c', 'd', 'e'])).toEqual(['a', 'b', 'c', 'd', 'e', 'e', 'e', 'e'])
})
