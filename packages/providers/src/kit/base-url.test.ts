import { expect, it } from 'bun:test'
import { baseUrlOf, defaultBaseUrlOf, withoutDefaultUrl } from './base-url.ts'

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
