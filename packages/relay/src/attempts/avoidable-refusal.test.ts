import { expect, it } from 'bun:test'
import { failedAttempt } from '../stage-types.ts'
import { avoidableRefusalIn } from './avoidable-refusal.ts'

const refused = (status: number, body: object | string) =>
  avoidableRefusalIn(failedAttempt('bad-request', { status, body: typeof body === 'string' ? body : JSON.stringify(body) }))

it.each([
  [400, { error: { message: 'Unrecognized request argument supplied: stream_options' } }, 'stream-options'],
  [422, { detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }] }, 'stream-options'],
  [400, { error: '"llama3.3" does not support thinking' }, 'no-thinking'],
  [400, { error: { message: 'no', code: 'invalid_encrypted_content' } }, 'unreadable-thoughts'],
  [400, { error: { message: 'Not supported in /v1/chat/completions. Please use /v1/responses instead.' } }, 'other-endpoint'],
  [404, { error: { message: 'This model is only supported in v1/responses and not in v1/chat/completions.' } }, 'other-endpoint'],
] as const)('a refusal with %i that can be avoided is told by its words: %j', (status, body, refusal) => {
  expect(refused(status, body)).toBe(refusal)
})

it.each([
  [500, { error: { message: 'stream_options' } }],
  [429, { error: '"m" does not support thinking' }],
  [400, { error: { message: 'Please use /v1/responses.' } }],
  [400, { error: '"m" does not support tools' }],
  [400, ''],
])('any other is not: %i %j', (status, body) => {
  expect(refused(status, body)).toBeUndefined()
})
