import { expect, test } from 'bun:test'
import { randomPassword } from './random-password.ts'

test('a password of sixteen characters that cannot be misread', () => {
  const password = randomPassword((count) => crypto.getRandomValues(new Uint8Array(count)))
  expect(password).toMatch(/^[a-zA-Z2-9]{16}$/)
  expect(password).not.toMatch(/[lIO]/)
})

test('bytes that would favour some characters are not used', () => {
  const runs = [new Uint8Array(16).fill(255), new Uint8Array(16).fill(0)]
  expect(randomPassword(() => runs.shift() ?? new Uint8Array(16).fill(1))).toBe('a'.repeat(16))
})

test('every character is drawn by as many bytes as any other: the last of 57 by byte 227, none by byte 228', () => {
  const bytes = [228, 227, 56, 0, 57, 228, 1]
  const drawn = randomPassword(() => Uint8Array.from([...bytes, ...new Uint8Array(16).fill(2)]))
  expect(drawn).toBe('99aabccccccccccc')
})
