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
})
