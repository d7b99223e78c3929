import { expect, test } from 'bun:test'
import { redemptionStatusBadge } from './redemption-status-badge.ts'

test('C-380 unused, disabled and used codes look different, and so do unknown ones', () => {
  expect([1, 2, 3, 9].map((status) => redemptionStatusBadge(status).color)).toEqual(['green', 'red', 'grey', 'black'])
})
