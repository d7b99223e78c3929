import { expect, test } from 'bun:test'
import { CallError } from '../../shared/api/call-error.ts'
import { retryDelayMs, shouldRetry } from './oauth-retry.ts'

const status = (code: number) => new CallError({ kind: 'status', status: code, message: '' })

test('C-201 a refusal is final', () => {
  expect(shouldRetry(0, new CallError({ kind: 'refused', message: 'denied' }))).toBe(false)
})

test('a lost connection, too many requests and a broken server are worth another try, a bad state is not', () => {
  const errors = [new CallError({ kind: 'offline' }), status(429), status(500), status(502), status(499), status(403), new Error('x')]
  expect(errors.map((error) => shouldRetry(0, error))).toEqual([true, true, true, true, false, false, false])
})

test('C-204 waits two seconds more after each failure', () => {
  expect([0, 1, 2].map(retryDelayMs)).toEqual([2000, 4000, 6000])
})

test('C-205 gives up after three retries', () => {
  expect([0, 1, 2, 3].map((failures) => shouldRetry(failures, new CallError({ kind: 'offline' })))).toEqual([true, true, true, false])
})
