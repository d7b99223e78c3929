import { expect, test } from 'bun:test'
import { chatLinkFor } from './token-links.ts'

const input = { key: 'k7', serverAddress: 'https://gw.example', chatLink: 'https://chat.example' }

test('C-335 ama', () => expect(chatLinkFor('ama', input)).toBe('ama://set-api-key?server=https%3A%2F%2Fgw.example&key=sk-k7'))

test('C-336 opencat', () => expect(chatLinkFor('opencat', input)).toBe('opencat://team/join?domain=https%3A%2F%2Fgw.example&token=sk-k7'))

test('C-337 WB-05 next carries the settings as encoded JSON, in the part of the address that no server sees', () => {
  const link = chatLinkFor('next', input)
  expect(link).toStartWith('https://chat.example/#/?settings=')
  expect(link.split('#')[0]).not.toContain('k7')
  expect(JSON.parse(decodeURIComponent(link.split('settings=')[1] ?? ''))).toEqual({ key: 'sk-k7', url: 'https://gw.example' })
})

test('one trailing slash of the chat link goes', () => {
  expect(chatLinkFor('next', { ...input, chatLink: 'https://chat.example/' })).toStartWith('https://chat.example/#/')
})

test('C-338 without a chat link, next uses a public client', () => {
  expect(chatLinkFor('next', { ...input, chatLink: '' })).toStartWith('https://app.nextchat.dev/#/')
})
