import { expect, test } from 'bun:test'
import { INITIAL_SETTINGS, areUsable, chatBody, readTools } from './chat-body.ts'

const said = (text: string, images: readonly string[] = []) => ({ turn: { text, images }, reply: undefined })

test('what was left empty is not sent', () => {
  expect(chatBody('m', [said('hi')], { ...INITIAL_SETTINGS, isStream: false })).toEqual({
    model: 'm',
    messages: [{ role: 'user', content: 'hi' }],
  })
})

test.each([
  [{}, true],
  [{ temperature: 0, topP: 0, maxTokens: 1 }, true],
  [{ temperature: 2, topP: 1, maxTokens: 1_073_741_823 }, true],
  [{ temperature: -0.1 }, false],
  [{ temperature: 2.1 }, false],
  [{ temperature: Number.NaN }, false],
  [{ topP: 1.05 }, false],
  [{ maxTokens: 0 }, false],
  [{ maxTokens: 1.5 }, false],
  [{ maxTokens: 1_073_741_824 }, false],
  [{ tools: '{}' }, false],
])('%j can be sent: %p', (settings, usable) => {
  expect(areUsable({ ...INITIAL_SETTINGS, ...settings })).toBe(usable)
})

test('every setting has its field', () => {
  const settings = { systemPrompt: 'be brief', temperature: 0, topP: 0.5, maxTokens: 9, tools: '[{"type":"function"}]', isStream: true }
  expect(chatBody('m', [said('hi')], settings)).toEqual({
    model: 'm',
    messages: [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'hi' },
    ],
    temperature: 0,
    top_p: 0.5,
    max_tokens: 9,
    tools: [{ type: 'function' }],
    stream: true,
    stream_options: { include_usage: true },
  })
})

test('earlier replies go along, and one that never came leaves no gap', () => {
  const exchanges = [{ turn: { text: 'a', images: [] }, reply: 'A' }, said('b'), said('c', ['data:image/png;base64,AA=='])]
  expect(chatBody('m', exchanges, { ...INITIAL_SETTINGS, isStream: false }).messages).toEqual([
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'A' },
    { role: 'user', content: 'b' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'c' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
      ],
    },
  ])
})

test('tools are a list in JSON', () => {
  expect(readTools(' ')).toEqual({ tools: undefined })
  expect(readTools('[1]')).toEqual({ tools: [1] })
  expect('problem' in readTools('{}')).toBe(true)
  expect('problem' in readTools('[')).toBe(true)
})
