import { expect, it } from 'bun:test'
import { parseJson } from '@weir/dialects/json'
import { RelayRefusal, type RelayRefusalKind } from '../refusal.ts'
import { errorEventOf, isEmptyAccount } from './error-event.ts'

const told = (kind: RelayRefusalKind, over: object = {}) =>
  parseJson(errorEventOf(new RelayRefusal(kind, over), { id: 'e1', requestId: 'r', language: 'en', causeId: 'mine' }))

it.each([
  ['user-quota', 'insufficient_quota', 'insufficient_quota', true],
  ['token-quota', 'insufficient_quota', 'insufficient_quota', true],
  ['token-exhausted', 'insufficient_quota', 'insufficient_quota', true],
  ['limited', 'rate_limit_exceeded', 'rate_limit_exceeded', false],
  ['upstream-broken', 'server_error', 'bad_response', false],
  ['internal', 'server_error', 'internal_error', false],
  ['shutting-down', 'server_error', 'shutting_down', false],
  ['model-not-allowed', 'invalid_request_error', 'model_not_allowed', false],
] as const)('tells %s as %s with the code %s', (kind, ...expected) => {
  const [type, code, isEmpty] = expected
  expect(told(kind)).toMatchObject({ type: 'error', event_id: 'event_e1', error: { type, code, event_id: 'mine' } })
  expect(isEmptyAccount(new RelayRefusal(kind))).toBe(isEmpty)
})

it('names the field and the request', () => {
  const problem = { zh: '不行', en: 'It does not work' }
  expect(told('invalid-request', { problem, param: 'session.model' })).toMatchObject({
    error: { param: 'session.model', message: 'It does not work (request id: r)' },
  })
  const inChinese = errorEventOf(new RelayRefusal('invalid-request', { problem }), { id: 'e', requestId: 'r', language: 'zh' })
  expect(inChinese).toContain('不行 (request id: r)')
})
