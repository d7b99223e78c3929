import { describe, expect, it } from 'bun:test'
import { newPassword } from '@weir/contract/user'
import { isCommonPassword, passwordProblem, requireGoodPassword } from './password-rules.ts'

describe('AN-23 passwords', () => {
  const isLengthFine = (password: string) => newPassword.safeParse(password).success

  it('have 8 to 128 characters, whatever they are', () => {
    for (const length of [8, 64, 72, 73, 128]) expect(isLengthFine('é'.repeat(length))).toBe(true)
    expect(isLengthFine('🐟'.repeat(128))).toBe(true)
    for (const length of [0, 7, 129, 100_000]) expect(isLengthFine('é'.repeat(length))).toBe(false)
    expect(isLengthFine('🐟'.repeat(7))).toBe(false)
    expect(isLengthFine('fish\0fish')).toBe(false)
  })

  it.each([
    'password',
    'Password1',
    'P@ssw0rd',
    'passw0rd!',
    '12345678',
    '123456789',
    '87654321',
    '11111111',
    'abcdefgh',
    'qwertyui',
    'qwerty123',
    'QWERTY!!',
    '1q2w3e4r',
    '1qaz2wsx',
    'asdfghjkl',
    'admin123',
    'administrator',
    'root1234',
    'welcome2024',
    'iloveyou',
    'letmein1',
    'abc12345',
    'abcabcabc',
    'woaini520',
    '19900101',
    '01011990',
    'dragon99',
    'dr4g0n99',
    'weir2026',
    'changeme',
    'aaaaaaaaaaaa',
    '88888888',
    'password123456',
  ])('are refused when everybody would guess them: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true)
  })

  it.each([
    'correct horse battery',
    'tide-gate 41 mills',
    'xK7#mQ2p',
    '床前明月光疑是',
    'kzjvqpwn',
    '7391846205',
    'passwordless lock 9',
    'rain after the drought',
  ])('are accepted when they are not: %s', (password) => {
    expect(isCommonPassword(password)).toBe(false)
  })

  it('are not the name of their owner', () => {
    expect(() => requireGoodPassword('MillerJane', 'millerjane')).toThrow('common-password')
    expect(() => requireGoodPassword('MillerJane', 'miller')).not.toThrow()
  })
})

describe('passwordProblem', () => {
  it.each([
    ['1234567', 'a password has 8 to 128 characters'],
    ['x'.repeat(129), 'a password has 8 to 128 characters'],
    ['password1', 'this password is too common and easily guessed, choose another one'],
    ['MillerJane', 'this password is too common and easily guessed, choose another one'],
    ['xK7#mQ2p', undefined],
  ])('says of %p: %p', (password, problem) => {
    expect(passwordProblem(password, 'millerjane')).toBe(problem)
  })
})
