import { describe, expect, it } from 'bun:test'
import { parseChatCall } from '../openai-chat/parse-call.ts'
import { parseImages } from './images.ts'
import { parseGeminiReply } from './parse-reply.ts'

const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}]}')
if (!parsed.ok) throw new Error('the call is none')
const { call } = parsed

const candidates = [{ content: { parts: [{ text: 'hello' }] }, finishReason: 'STOP' }]
const read = (reply: object) => parseGeminiReply(JSON.stringify(reply), call)

describe('a reply of Gemini', () => {
  it('is a refusal where its prompt was blocked and nothing was said', () => {
    expect(read({ promptFeedback: { blockReason: 'SAFETY' } })).toMatchObject({
      ok: false,
      failure: { fault: 'bad-request', message: 'The prompt was blocked: SAFETY' },
    })
  })

  it.each([
    ['STOP', 'stop'],
    ['MAX_TOKENS', 'length'],
    ['SAFETY', 'content_filter'],
    ['A_REASON_OF_TOMORROW', 'stop'],
  ])('that ended with %s has finished with %s', (finishReason, reason) => {
    expect(read({ candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason }] })).toMatchObject({
      ok: true,
      value: { text: 'a', finishReason: reason },
    })
  })

  it('is an answer where something was said, and where the reason is none', () => {
    expect(read({ candidates, promptFeedback: { blockReason: 'SAFETY' } }).ok).toBe(true)
    expect(read({ candidates, promptFeedback: { blockReason: 'BLOCKED_REASON_UNSPECIFIED' } }).ok).toBe(true)
    expect(JSON.stringify(read({ promptFeedback: { blockReason: 'BLOCK_REASON_UNSPECIFIED' } }))).not.toContain('blocked')
  })
})

it('is told as held back where a picture was asked for and none came', () => {
  const images = (text: string) => parseImages({ contentType: 'application/json', bytes: new TextEncoder().encode(text) })
  const message = 'No picture was made; the prompt may have been filtered'
  expect(images('{"predictions":[]}')).toMatchObject({ ok: false, failure: { fault: 'bad-request', message } })
  expect(images('not json')).toMatchObject({ ok: false, failure: { fault: 'broken', message } })
})
