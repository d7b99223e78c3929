import { expect, test } from 'bun:test'
import { redemptionStatusLook, toggledStatus } from './redemption-status.ts'

test('C-380 unused, disabled and used codes look different, and so do unknown ones', () => {
  expect([1, 2, 3, 9].map((status) => redemptionStatusLook(status).color)).toEqual(['green', 'red', 'grey', 'black'])
})

test('C-387 C-388 the toggle goes back and forth', () => {
  expect([1, 2].map(toggledStatus)).toEqual([2, 1])
})
