import { expect, it } from 'bun:test'
import { upstreamWords } from './upstream-message.ts'

it.each([
  ['OpenAI, Anthropic, Gemini, Zhipu', { error: { message: 'no' } }],
  ['Ollama', { error: 'no' }],
  ['Cohere, Bedrock, DashScope', { message: 'no', code: 'x' }],
  ['Tencent', { Response: { Error: { Code: 'x', Message: 'no' } } }],
  ['Cloudflare', { success: false, errors: [{ code: 7, message: 'no' }] }],
  ['Baidu', { error_code: 1, error_msg: 'no' }],
  ['Coze', { code: 1, msg: 'no' }],
  ['Replicate', { title: 'x', detail: 'no' }],
])('is found on the wire of %s', (_, body) => {
  expect(upstreamWords(JSON.stringify(body))).toBe('no')
})

it.each(['', 'plain', '[]', 'null', '{}', '{"error":{}}', '{"error":"","errors":[],"message":7}'])('is absent in %p', (body) => {
  expect(upstreamWords(body)).toBeUndefined()
})
