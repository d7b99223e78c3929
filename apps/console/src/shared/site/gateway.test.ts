import { expect, test } from 'bun:test'
import { apiBaseUrlOf, fullKey, maskedKey, serverAddressOf } from './gateway.ts'

test('the configured address counts, without its trailing slash', () => {
  expect(serverAddressOf('https://gw.example/', 'http://here')).toBe('https://gw.example')
})

test.each(['', undefined, 'http://localhost:3000'])('C-339 %p means the origin of the page', (configured) => {
  expect(serverAddressOf(configured, 'http://here')).toBe('http://here')
})

test('the base URL of clients ends in /v1', () => expect(apiBaseUrlOf('https://gw.example')).toBe('https://gw.example/v1'))

test('C-332 a key carries its prefix exactly once', () => {
  expect([fullKey('k7'), fullKey('sk-k7')]).toEqual(['sk-k7', 'sk-k7'])
})

test('a masked key shows four characters', () => expect(maskedKey('abcdefghijkl')).toBe('sk-••••••••ijkl'))
