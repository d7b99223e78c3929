import { describe, expect, it } from 'bun:test'
import { replyAsStream } from './reply-as-stream.ts'

const firstChoice = (choice: object) => {
  const [frame = ''] = replyAsStream({ id: 'x', choices: [choice] }, false).split('\n')
  const chunk = JSON.parse(frame.slice('data: '.length)) as { readonly choices: readonly object[] }
  return chunk.choices[0]
}

describe('a whole reply in place of a stream', () => {
  it('keeps its log probabilities', () => {
    const logprobs = { content: [{ token: 'hi', logprob: -0.5, bytes: null, top_logprobs: [] }], refusal: null }
    expect(firstChoice({ index: 0, message: { content: 'hi' }, logprobs })).toMatchObject({ delta: { content: 'hi' }, logprobs })
    expect(firstChoice({ index: 0, message: { content: 'hi' } })).toMatchObject({ logprobs: null })
  })

  it('numbers its calls by their places, whatever index they bear', () => {
    const message = { tool_calls: [{ index: 0, id: 'a' }, { index: 0, id: 'b' }, { id: 'c' }] }
    expect(firstChoice({ index: 0, message })).toMatchObject({
      delta: {
        tool_calls: [
          { index: 0, id: 'a' },
          { index: 1, id: 'b' },
          { index: 2, id: 'c' },
        ],
      },
    })
  })

  const chunk = (fields: string): string => `data: {"id":"x","object":"chat.completion.chunk",${fields}}\n\n`
  const said = (index: number, finish: string): string =>
    chunk(`"choices":[{"index":${index},"delta":{"content":"hi"},"logprobs":null,"finish_reason":null}]`) +
    chunk(`"choices":[{"index":${index},"delta":{},"finish_reason":"${finish}"}]`)

  it('is every answer, its finish, the figures for those who ask and the end mark', () => {
    const usage = { total_tokens: 3 }
    const reply = {
      id: 'x',
      object: 'chat.completion',
      choices: [{ message: { content: 'hi' } }, { index: 1, message: { content: 'hi' }, finish_reason: 'length' }],
      usage,
    }
    const words = said(0, 'stop') + said(1, 'length')
    const figures = chunk('"choices":[],"usage":{"total_tokens":3}')
    expect(replyAsStream(reply, false)).toBe(`${words}data: [DONE]\n\n`)
    expect(replyAsStream(reply, true)).toBe(`${words}${figures}data: [DONE]\n\n`)
    const { usage: _, ...uncounted } = reply
    expect(replyAsStream(uncounted, true)).toBe(`${words}data: [DONE]\n\n`)
  })

  it('leaves a message without calls as it is', () => {
    expect(firstChoice({ message: { content: 'hi', tool_calls: [] } })).toEqual({
      index: 0,
      delta: { content: 'hi', tool_calls: [] },
      logprobs: null,
      finish_reason: null,
    })
  })
})
