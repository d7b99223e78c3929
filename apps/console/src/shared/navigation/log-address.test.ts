import { expect, test } from 'bun:test'
import { logWith } from './log-address.ts'

test('a link to the log carries what is narrowed and nothing else', () => {
  expect(logWith({ token_name: 'a&b', channel: 5, username: '', type: 0 })).toBe('/log?token_name=a%26b&channel=5')
})

test('without a filter it is the plain log', () => {
  expect(logWith({})).toBe('/log')
})
