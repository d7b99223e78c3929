import { expect, it } from 'bun:test'
import { promptBytesOf, promptTextOf } from './prompt-text.ts'

const file = (length: number, name = 'url') => ({ messages: [{ [name]: 'x'.repeat(length) }] })

it.each(['url', 'image_url', 'data', 'file_data', 'b64_json'])('leaves out what stands under %s and is longer than 256 letters', (name) => {
  expect(promptTextOf(file(256, name))).toContain('x'.repeat(256))
  expect(promptTextOf(file(257, name))).not.toContain('x')
  expect(promptTextOf(file(257, 'text'))).toContain('x'.repeat(257))
  // Four bytes for the list, the message and the value, and the letters of the name.
  expect([promptBytesOf(file(256, name)), promptBytesOf(file(257, name))]).toEqual([12 + name.length + 256, 12 + name.length])
})

it.each(['messages', 'prompt', 'input', 'tools', 'functions', 'response_format'])('reads %s', (field) => {
  expect([promptTextOf({ [field]: 'hello', user: 'nobody' }).includes('hello'), promptBytesOf({ [field]: 'hé' })]).toEqual([true, 7])
})

it('is no more than what is there', () => {
  expect([promptTextOf({ prompt: 'hello' }), promptTextOf({ messages: [], tools: null })]).toEqual(['["hello"]', '[[],null]'])
})

it('reads nothing else', () => {
  expect([promptTextOf({ user: 'nobody' }).includes('nobody'), promptBytesOf({ user: 'nobody' })]).toEqual([false, 0])
})

it('counts four bytes for a number, a flag and nothing', () => {
  expect(promptBytesOf({ tools: [1, true, null] })).toBe(16)
  expect(promptBytesOf({ tools: [{ a: 1, bc: 'd' }] })).toBe(4 + 4 + 1 + 4 + 2 + 5)
})
