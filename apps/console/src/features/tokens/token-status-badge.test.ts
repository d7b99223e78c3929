import { expect, test } from 'bun:test'
import { tokenStatusBadge } from './token-status-badge.ts'

test('C-325 the four statuses have four texts', () => {
  expect(new Set([1, 2, 3, 4].map((status) => tokenStatusBadge(status).label)).size).toBe(4)
})

test('every status has its text and colour', () => {
  expect([1, 2, 3, 4].map((status) => tokenStatusBadge(status))).toEqual([
    { label: 'token.status.enabled', color: 'green' },
    { label: 'token.status.disabled', color: 'red' },
    { label: 'token.status.expired', color: 'yellow' },
    { label: 'token.status.exhausted', color: 'grey' },
  ])
})

test('C-326 status 9 is unknown', () => {
  expect(tokenStatusBadge(9)).toEqual({ label: 'token.status.unknown', color: 'black' })
})
