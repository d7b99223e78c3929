import { expect, it } from 'bun:test'
import { chatEnvelope, renderErrorFrame } from './envelope.ts'

const error = { status: 429, requestId: 'r', message: 'No.', type: 't' }

it('tells errors as OpenAI does, whole and inside a stream', () => {
  expect(chatEnvelope.renderError({ ...error, param: 'p', code: 'c' })).toEqual({
    status: 429,
    headers: {},
    body: '{"error":{"message":"No.","type":"t","param":"p","code":"c"}}',
  })
  expect(Buffer.from(renderErrorFrame(error)).toString()).toBe('data: {"error":{"message":"No.","type":"t","param":null,"code":null}}\n\n')
})

it('tells the limits that there are', () => {
  const figures = { limit: 9, remaining: 3, resetSeconds: 20 }
  expect(chatEnvelope.limitHeaders({ requests: figures, tokens: undefined, now: 0 })).toEqual({
    'x-ratelimit-limit-requests': '9',
    'x-ratelimit-remaining-requests': '3',
    'x-ratelimit-reset-requests': '20s',
  })
  expect(chatEnvelope.limitHeaders({ requests: undefined, tokens: figures, now: 0 })).toEqual({
    'x-ratelimit-limit-tokens': '9',
    'x-ratelimit-remaining-tokens': '3',
    'x-ratelimit-reset-tokens': '20s',
  })
})
