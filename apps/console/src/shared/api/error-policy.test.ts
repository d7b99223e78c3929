import { describe, expect, test } from 'bun:test'
import { en } from '../i18n/en.ts'
import { fill } from '../i18n/translate.ts'
import { zh } from '../i18n/zh.ts'
import { CallError } from './call-error.ts'
import { reactionTo } from './error-policy.ts'

const toStatus = (status: number, message = '') => reactionTo(new CallError({ kind: 'status', status, message }))

const zhText = (error: unknown) => {
  const reaction = reactionTo(error)
  return reaction.kind === 'toast' ? fill(zh[reaction.message.key], reaction.message.params) : undefined
}

describe('HTTP statuses', () => {
  test('C-096 C-098 401 asks to sign in again and shows no toast', () => {
    expect(toStatus(401, 'expired')).toEqual({ kind: 'sign-in-again' })
  })

  test('C-099 429 is an error of its own', () => {
    expect(toStatus(429)).toEqual({ kind: 'toast', toast: 'error', message: { key: 'error.tooMany' } })
  })

  test('C-100 500 is an error of its own', () => {
    expect(toStatus(500, 'stack')).toEqual({ kind: 'toast', toast: 'error', message: { key: 'error.server' } })
  })

  test('C-101 405 is information, not an error', () => {
    expect(toStatus(405)).toEqual({ kind: 'toast', toast: 'info', message: { key: 'error.demo' } })
  })

  test.each([403, 404, 502])('C-102 C-103 %d carries the prefix and the message', (status) => {
    expect(zhText(new CallError({ kind: 'status', status, message: 'no' }))).toBe('错误：no')
  })

  test('a status without a message still says something', () => {
    expect(zhText(new CallError({ kind: 'status', status: 502, message: '' }))).toBe('错误：HTTP 502')
  })
})

describe('other failures', () => {
  test.each([{ kind: 'offline' }, { kind: 'timeout', seconds: 30 }, { kind: 'unreadable' }] as const)(
    'C-104 %o carries the prefix',
    (failure) => {
      expect(zhText(new CallError(failure))).toStartWith('错误：')
    },
  )

  test('C-105 a refusal shows the server message alone', () => {
    expect(zhText(new CallError({ kind: 'refused', message: 'boom' }))).toBe('boom')
  })

  test('a refusal without a message is still readable', () => {
    expect(zhText(new CallError({ kind: 'refused', message: '' }))).not.toBe('')
  })

  test('an aborted call is not a failure', () => {
    expect(reactionTo(new DOMException('aborted', 'AbortError'))).toEqual({ kind: 'nothing' })
  })

  test('a bug shows its message with the prefix', () => {
    expect(zhText(new TypeError('x is not a function'))).toBe('错误：x is not a function')
  })

  test('C-153 the English texts follow the product words', () => {
    expect(en['login.expired'].toLowerCase()).toContain('not logged in or login expired, please log in again')
  })
})
