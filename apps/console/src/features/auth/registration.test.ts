import { expect, test } from 'bun:test'
import { emptyRegistration, problemWith } from './registration.ts'

const good = { ...emptyRegistration, username: 'alice', password: 'abcdefgh', password2: 'abcdefgh' }

test.each([
  ['a complete form', {}, undefined],
  ['a password of seven characters, whatever else is wrong', { password: 'abcdefg', username: '' }, 'register.passwordShort'],
  ['passwords that differ', { password2: 'abcdefgi' }, 'register.passwordMismatch'],
  ['a missing username', { username: '' }, 'register.required'],
  ['texts longer than the hint says', { username: 'thirteenchars', password: 'x'.repeat(21), password2: 'x'.repeat(21) }, undefined],
] as const)('%s', (_, change, text) => {
  expect(problemWith({ ...good, ...change })?.text).toBe(text)
})
