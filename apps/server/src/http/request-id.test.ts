import { expect, it } from 'bun:test'
import { newRequestId } from './request-id.ts'

it('makes ids that begin with the time and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, () => newRequestId(Date.UTC(2026, 10, 15, 1, 2, 3)))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^20261115010203[0-9A-Za-z_-]{12}$/.test(id))).toBe(true)
})
