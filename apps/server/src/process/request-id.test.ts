import { expect, it } from 'bun:test'
import { newRequestId } from './request-id.ts'

const NOW = Date.UTC(2026, 10, 15, 1, 2, 3, 45)

it('makes ids that begin with the time and never repeat', () => {
  const ids = Array.from({ length: 20_000 }, () => newRequestId(NOW))
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^20261115010203045[0-9A-Za-z_-]{9}$/.test(id))).toBe(true)
})

it('makes ids that sort by the time they were made at, within a second too', () => {
  const ids = Array.from({ length: 2000 }, (_, ms) => newRequestId(NOW + ms))
  expect(ids.toSorted()).toEqual(ids)
})

it('takes the millisecond that has begun from a clock that shows fractions', () => {
  expect(newRequestId(NOW + 0.9)).toStartWith('20261115010203045')
  expect(newRequestId(NOW + 954.5)).toStartWith('20261115010203999')
  expect(newRequestId(NOW + 955)).toStartWith('20261115010204000')
})
