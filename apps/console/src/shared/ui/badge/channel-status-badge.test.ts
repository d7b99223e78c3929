import { expect, test } from 'bun:test'
import { channelStatusBadge } from './channel-status-badge.ts'

test('C-217 C-218 C-219 C-220 every status has its colour', () => {
  expect([1, 2, 3, 7].map((status) => channelStatusBadge(status).color)).toEqual(['green', 'red', 'yellow', 'grey'])
})
