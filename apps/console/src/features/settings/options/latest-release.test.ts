import { expect, test } from 'bun:test'
import { parseRelease } from './latest-release.ts'

test('reads the tag and the notes', () => {
  expect(parseRelease({ tag_name: 'v9.9.9', body: 'hello', draft: false })).toEqual({ tag: 'v9.9.9', notes: 'hello' })
})

test('an answer without a tag is no release', () => {
  expect(() => parseRelease({ message: 'Not Found' })).toThrow('unreadable')
  expect(() => parseRelease(null)).toThrow('unreadable')
})
