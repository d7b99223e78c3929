import { expect, test } from 'bun:test'
import { channelStatusLook, toggledStatus } from './channel-status.ts'

test('C-217 C-218 C-219 C-220 every status has its colour', () => {
  expect([1, 2, 3, 7].map((status) => channelStatusLook(status).color)).toEqual(['green', 'red', 'yellow', 'grey'])
})

test('C-235 C-236 C-237 whatever is not enabled becomes enabled', () => {
  expect([1, 2, 3, 7].map(toggledStatus)).toEqual([2, 1, 1, 1])
})
