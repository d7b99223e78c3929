import { expect, test } from 'bun:test'
import { en } from '../../shared/i18n/en.ts'
import { zh } from '../../shared/i18n/zh.ts'
import { emptyRegistration, problemsWith } from './registration.ts'

const good = { ...emptyRegistration, username: 'alice', password: 'abcdefgh', password2: 'abcdefgh' }

test.each([
  ['a complete form', {}, undefined],
  ['a password of seven characters, whatever else is wrong', { password: 'abcdefg', username: '' }, 'register.passwordShort'],
  ['passwords that differ', { password2: 'abcdefgi' }, 'register.passwordMismatch'],
  ['a missing username', { username: '' }, 'register.required'],
  ['texts longer than the hint says', { username: 'thirteenchars', password: 'x'.repeat(21), password2: 'x'.repeat(21) }, undefined],
] as const)('%s', (_, change, text) => {
  expect(problemsWith({ ...good, ...change })[0]?.text).toBe(text)
})

test('an empty form is marked at every field, the first of them in the order of the product', () => {
  expect(problemsWith(emptyRegistration)).toEqual([
    { field: 'password', text: 'register.passwordShort' },
    { field: 'password2', text: 'register.required' },
    { field: 'username', text: 'register.required' },
  ])
})

test('each field has one mark', () => {
  expect(problemsWith({ ...good, username: '', password: 'short' }).map(({ field }) => field)).toEqual([
    'password',
    'password2',
    'username',
  ])
  expect(problemsWith({ ...good, password2: '' })).toEqual([{ field: 'password2', text: 'register.passwordMismatch' }])
})

test('the hint in the field of the password is one rule, which passwords of more than 20 characters keep as well', () => {
  expect([zh, en].map((texts) => texts['register.passwordPlaceholder'])).toEqual(['8 到 20 位，也可更长', '8 to 20 characters, or longer'])
})
