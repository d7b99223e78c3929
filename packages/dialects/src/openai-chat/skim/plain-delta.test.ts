import { describe, expect, it } from 'bun:test'
import fc from 'fast-check'
import { plainDeltaText } from './plain-delta.ts'
import { inspectReplyText } from '../inspect-reply.ts'

const chunk = (delta: object, over: object = {}) =>
  JSON.stringify({
    id: 'c',
    object: 'chat.completion.chunk',
    model: 'm',
    choices: [{ index: 0, delta, logprobs: null, finish_reason: null }],
    ...over,
  })

describe('the text of an ordinary chunk', () => {
  it.each(['he said "yes"', '"', '""', '\\', '\\"', 'a\\\\"b"'])('may end with a quote or a backslash: %s', (content) => {
    expect(plainDeltaText(chunk({ content }))).toBe(content)
  })

  it('is what parsing would give, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (content) => {
        const data = chunk({ content })
        const quick = plainDeltaText(data)
        return quick === undefined || quick === inspectReplyText(data).text
      }),
      { numRuns: 2000 },
    )
    expect(plainDeltaText(chunk({ role: 'assistant', content: 'a "quoted" \\ 中文 \u0001' }))).toBe('a "quoted" \\ 中文 \u0001')
  })

  it('is left to the parser when the chunk says anything else', () => {
    const special = [
      chunk({ content: 'x' }, { usage: { prompt_tokens: 1 } }),
      chunk({ tool_calls: [{ index: 0 }] }),
      chunk({ content: 'x', reasoning_content: 'y' }),
      chunk({ content: null }),
      JSON.stringify({ choices: [{ delta: { content: 'x' }, finish_reason: 'stop' }] }),
      JSON.stringify({ choices: [{ delta: { content: 'x' } }, { delta: { content: 'y' } }] }),
      JSON.stringify({ error: { message: '"choices":[{"content":"x"' } }),
      '{"choices":[{"delta":{"content":"cut',
      'not json',
      chunk({ content: 'x' }).replace('"index":0', '"index":0,,'),
      chunk({ content: 'x' }).replace('"x"', '"x\ty"'),
    ]
    for (const data of special) expect(plainDeltaText(data)).toBeUndefined()
  })

  it('cannot be fooled by a text that looks like a chunk', () => {
    const data = chunk({ content: '","finish_reason":"stop"}],"usage":{' })
    expect(plainDeltaText(data) ?? inspectReplyText(data).text).toBe('","finish_reason":"stop"}],"usage":{')
  })
})
