import { expect, test } from 'bun:test'
import { tokenStatusLook } from './token-status-badge.ts'

test('C-325 the four statuses have four texts', () => {
  expect(new Set([1, 2, 3, 4].map((status) => tokenStatusLook(status).label)).size).toBe(4)
})

test('C-326 status 9 is unknown', () => {
  expect(tokenStatusLook(9)).toEqual({ label: 'token.status.unknown', color: 'black' })
})
