import { expect, it } from 'bun:test'
import { openai } from '../openai/index.ts'
import { chatCallOf, contextOf, targetOf } from './conformance/expectation.ts'

const callOf = (model: string) => chatCallOf({ model, messages: [{ role: 'user', content: 'Hi' }] }, false)

it('a chat that goes to the Responses endpoint has another way for servers that lack it', () => {
  const [call, target] = [callOf('gpt-5-codex'), targetOf({})]
  const other = openai.chat?.otherwise?.(call, target)
  expect(openai.chat?.encode(call, target, contextOf({})).url).toBe('https://api.openai.com/v1/responses')
  expect(other?.encode(call, target, contextOf({})).url).toBe('https://api.openai.com/v1/chat/completions')
  expect(other?.otherwise?.(call, target)).toBeUndefined()
})

it('every other chat has none', () => {
  expect(openai.chat?.otherwise?.(callOf('gpt-5'), targetOf({}))).toBeUndefined()
})
