import { expect, it } from 'bun:test'
import { providers } from '../index.ts'
import { chatCallOf, contextOf } from './conformance/expectation.ts'
import { baseUrlOf, defaultBaseUrlOf, unversionedUrlOf, withoutDefaultUrl } from './base-url.ts'

const target = (baseUrl: string) => ({ baseUrl, key: 'k', other: '', config: {}, modelMapping: {}, systemPrompt: '' })

it('is that of the channel, or that of its type', () => {
  expect(defaultBaseUrlOf(1)).toBe('https://api.openai.com')
  expect(() => defaultBaseUrlOf(999)).toThrow('there is no channel type 999')
  expect([baseUrlOf(target('https://own/'), 'https://x'), baseUrlOf(target(''), 'https://x/')]).toEqual(['https://own', 'https://x'])
})

it('says nothing of a second wire where it is only the default', () => {
  expect(withoutDefaultUrl(target('https://x/'), 'https://x').baseUrl).toBe('')
  expect(withoutDefaultUrl(target(''), 'https://x').baseUrl).toBe('')
  expect(withoutDefaultUrl(target('https://own'), 'https://x').baseUrl).toBe('https://own')
})

it('has no version where paths begin with one', () => {
  expect(unversionedUrlOf(target('https://own/api/v1/'), 'https://x')).toBe('https://own/api')
  expect(unversionedUrlOf(target('https://v1/own'), 'https://x')).toBe('https://v1/own')
  expect(unversionedUrlOf(target(''), 'https://x/v2')).toBe('https://x')
})

it.each([
  [20, 'https://own/v1/credits'],
  [25, 'https://own/v1/users/me/balance'],
  [32, 'https://own/v1/accounts'],
  [36, 'https://own/user/balance'],
  [38, 'https://own/v2/usage'],
  [44, 'https://own/v1/user/info'],
  [8, 'https://own/v1/dashboard/billing/subscription'],
])('asks for the balance of a channel of type %p behind an address with a version', (type, url) => {
  const asked = providers.get(type)?.balance?.next([], target(`https://own/${type === 38 ? 'v2' : 'v1'}`), {
    now: 0,
    nonce: () => '',
    accessToken: '',
  })
  expect(asked).toMatchObject({ url })
})

it.each([
  [14, 'https://own/v1/messages'],
  [24, 'https://own/v1beta/models/m:generateContent'],
  [36, 'https://own/v1/chat/completions'],
])('ends in a slash, in a version or in neither for a channel of type %p', (type, url) => {
  const call = chatCallOf({ model: 'm', messages: [{ role: 'user', content: 'hi' }] }, false)
  for (const base of ['https://own', 'https://own/', 'https://own/v1', 'https://own/v1/'])
    expect(providers.get(type)?.chat?.encode(call, target(base), contextOf({})).url).toBe(url)
})
