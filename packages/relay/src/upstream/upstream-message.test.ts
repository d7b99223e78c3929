import { expect, it } from 'bun:test'
import { failedAttempt } from '../stage-types.ts'
import { failureWords, upstreamWords } from './upstream-message.ts'

it.each([
  ['OpenAI, Anthropic, Gemini, Zhipu', { error: { message: 'no' } }],
  ['Ollama', { error: 'no' }],
  ['Cohere, Bedrock, DashScope', { message: 'no', code: 'x' }],
  ['Tencent', { Response: { Error: { Code: 'x', Message: 'no' } } }],
  ['Cloudflare', { success: false, errors: [{ code: 7, message: 'no' }] }],
  ['Baidu', { error_code: 1, error_msg: 'no' }],
  ['Coze', { code: 1, msg: 'no' }],
  ['Xunfei', { header: { code: 1, message: 'no', sid: 'x' } }],
  ['MiniMax', { base_resp: { status_code: 1, status_msg: 'no' } }],
  ['other gateways', { success: false, err: 'no' }],
  ['Replicate', { title: 'x', detail: 'no' }],
  ['Gemini as OpenAI', [{ error: { code: 400, message: 'no', status: 'INVALID_ARGUMENT' } }]],
  ['Mistral', { detail: [{ type: 'extra_forbidden', loc: ['body', 'x'], msg: 'no' }] }],
  ['Mistral again', { object: 'error', message: { detail: [{ loc: ['body'], msg: 'no' }] }, type: 'invalid_request_error' }],
  ['Spark', { header: { code: 10013, message: 'no' } }],
  ['a failed response', { type: 'response.failed', response: { error: { code: 'x', message: 'no' } } }],
  ['others', { err: 'no' }],
  ['SiliconFlow', 'no'],
])('is found on the wire of %s', (_, body) => {
  expect(upstreamWords(JSON.stringify(body))).toBe('no')
})

it.each(['', 'plain', '""', '[]', 'null', '{}', '{"error":{}}', '{"error":"","errors":[],"message":7}'])('is absent in %p', (body) => {
  expect(upstreamWords(body)).toBeUndefined()
})

const channel = { key: 'private-key-1', config: { sk: 'secret-part-2', region: 'eu' } }

it.each([
  ['upstream says', { body: '{"error":{"message":"no key private-key-1, eu"}}' }, 'no key ***, eu'],
  ['a setting that is secret was', { body: '{"message":"secret-part-2 is wrong"}' }, '*** is wrong'],
  ['an error page says', { body: '<html><h1>502</h1>\n  Bad   gateway</html>' }, '502 Bad gateway'],
  ['a step in between says', { message: 'stuck' }, 'stuck'],
  ['the network says', { cause: 'connection refused' }, 'connection refused'],
  ['nobody says', {}, ''],
])('a failed attempt keeps what %s', (_, over, kept) => {
  expect(failureWords(failedAttempt('broken', over), channel)).toBe(kept)
})

it('a failed attempt keeps three hundred characters of an essay, and no half of one', () => {
  expect(failureWords(failedAttempt('broken', { message: '🙂'.repeat(301) }), channel)).toBe('🙂'.repeat(300))
})
