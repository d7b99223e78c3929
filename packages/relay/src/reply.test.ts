import { describe, expect, it } from 'bun:test'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { chatEnvelope } from '@weir/dialects/openai-chat/envelope'
import { RelayRefusal } from './refusal.ts'
import { droppedHeaders, headerText, passedHeaders, reasonOf, replyOfFailure, replyOfRefusal } from './reply.ts'
import type { Language } from './refusal.ts'
import { failedAttempt, type FailedAttempt } from './stage-types.ts'

const context = { envelope: chatEnvelope, requestId: 'r-1', language: 'en' as Language, hidden: ['sk-12345678'], model: 'gpt-5', now: 0 }

const failed = (fault: UpstreamFault, over: Partial<FailedAttempt> = {}, language: Language = 'en') => {
  const { status, headers, body } = replyOfFailure(failedAttempt(fault, over), { ...context, language })
  return { status, headers, error: (JSON.parse(body as string) as { error: Record<string, string> }).error }
}

describe('a failure of upstream', () => {
  it.each<readonly [UpstreamFault, number, string, string]>([
    ['bad-credential', 502, 'upstream_refused', 'The provider refused the gateway; contact the administrator'],
    ['out-of-credit', 502, 'upstream_refused', 'The provider refused the gateway; contact the administrator'],
    ['forbidden', 502, 'upstream_refused', 'The provider refused the gateway; contact the administrator'],
    ['rate-limited', 429, 'upstream_rate_limited', 'The providers of this group are saturated, try again later'],
    ['overloaded', 503, 'upstream_overloaded', 'The provider is overloaded, try again later'],
    ['not-found', 404, 'model_not_found', 'The provider does not have the model gpt-5'],
    ['unreachable', 502, 'do_request_failed', 'The provider could not be reached'],
    ['too-slow', 504, 'upstream_timeout', 'The provider did not answer in time'],
    ['broken', 502, 'bad_response', 'The provider sent an unusable answer'],
  ])('%s is told as %p %s, without its words', (...row) => {
    const [fault, status, code, words] = row
    const reply = failed(fault, { status: 418, body: '{"error":{"message":"secret words"}}' })
    expect(reply.status).toBe(status)
    expect(reply.error).toEqual({ message: `${words} (request id: r-1)`, type: 'one_api_error', param: '', code })
    expect(reply.headers).toEqual({ 'content-type': 'application/json; charset=utf-8' })
    expect(reasonOf(failedAttempt(fault), { language: 'en', model: 'gpt-5' })).toBe(words)
  })

  it('tells when to try again', () => {
    expect(failed('rate-limited', { retryAfter: '7' }).headers['retry-after']).toBe('7')
  })

  it('is told in Chinese to those who ask for it', () => {
    expect(failed('too-slow', {}, 'zh').error['message']).toBe('上游没有在限定时间内响应 (request id: r-1)')
  })
})

describe("a mistake of the caller's", () => {
  const body = (error: object) => JSON.stringify({ error })

  it("is told in upstream's words, without the key", () => {
    const error = { message: 'bad sk-12345678', type: 'invalid', param: 'top_p', code: 'sk-12345678' }
    expect(failed('bad-request', { status: 422, body: body(error) })).toEqual({
      status: 422,
      headers: { 'content-type': 'application/json; charset=utf-8' },
      error: { message: 'bad *** (request id: r-1)', type: 'invalid', param: 'top_p', code: '***' },
    })
  })

  it.each([
    [399, 400],
    [400, 400],
    [499, 499],
    [500, 400],
    [0, 400],
  ])('with the status %p is told as %p', (status, told) => {
    expect(failed('bad-request', { status }).status).toBe(told)
  })

  it('is told by its status where upstream says nothing', () => {
    expect(failed('bad-request', { status: 418 }).error).toEqual({
      message: 'bad response status code 418 (request id: r-1)',
      type: 'upstream_error',
      param: '',
      code: 'bad_response_status_code',
    })
    expect(failed('bad-request', { status: 400, message: 'said so' }).error['message']).toBe('said so (request id: r-1)')
  })

  it.each([
    ['prompt is too long: 210000 tokens > 200000 maximum', 'context_length_exceeded'],
    ['The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).', 'context_length_exceeded'],
    ["This model's maximum context length is 32768 tokens.", 'context_length_exceeded'],
    ['Invalid request: Your request exceeded model token limit: 8192', 'context_length_exceeded'],
    ['It says: prompt is too long', 'bad_response_status_code'],
  ])('has the code that clients act on where upstream has words alone: %s', (message, code) => {
    expect(failed('bad-request', { status: 400, body: body({ message, code: 400 }) }).error['code']).toBe(code)
    expect(failed('bad-request', { status: 400, body: body({ message, code: 'own' }) }).error['code']).toBe('own')
  })

  it('has the word that clients know in place of the provider’s own', () => {
    const failure = { status: 400, body: body({ message: 'blocked', code: '1301', type: 'own' }), code: 'content_filter' } as const
    expect(failed('bad-request', failure).error).toEqual({
      message: 'blocked (request id: r-1)',
      type: 'own',
      param: '',
      code: 'content_filter',
    })
    expect(failed('bad-request', { message: 'blocked', code: 'content_filter' }).error['code']).toBe('content_filter')
  })

  it('is told in 2000 letters at most', () => {
    expect(failed('bad-request', { body: body({ message: 'x'.repeat(2001) }) }).error['message']).toBe(
      `${'x'.repeat(2000)} (request id: r-1)`,
    )
  })

  it('that no channel can carry names the field', () => {
    const { status, error } = failed('bad-request', { unsupportedParam: 'tools[0]', message: 'no tools' })
    expect([status, error]).toEqual([
      400,
      {
        message: 'No available channel supports tools[0] (no tools) (request id: r-1)',
        type: 'one_api_error',
        param: 'tools[0]',
        code: 'unsupported_parameter',
      },
    ])
  })
})

describe('a reason for the operator', () => {
  const reason = (fault: UpstreamFault, over: Partial<FailedAttempt> = {}) =>
    reasonOf(failedAttempt(fault, over), { language: 'zh', model: 'm' })

  it("is upstream's own words, then the provider's, then its status, then the fault", () => {
    expect(reason('broken', { body: '{"error":{"message":"own"}}', message: 'other' })).toBe('own')
    expect(reason('broken', { message: 'other' })).toBe('other')
    expect(reason('bad-request', { status: 418 })).toBe('bad response status code 418')
    expect(reason('not-found', { status: 418 })).toBe('上游没有模型 m')
  })
})

describe('headers', () => {
  it("pass where they mean something to callers, and upstream's request id under another name", () => {
    const given = {
      'x-ratelimit-limit-requests': '1',
      'x-ratelimit-limit-tokens': '2',
      'x-ratelimit-remaining-requests': '3',
      'x-ratelimit-remaining-tokens': '4',
      'x-ratelimit-reset-requests': '5s',
      'x-ratelimit-reset-tokens': '6s',
      'retry-after': '7',
      'retry-after-ms': '8',
      'openai-processing-ms': '9',
      'openai-version': '10',
    }
    const hidden = { 'set-cookie': 'a=b', server: 'x', 'openai-organization': 'o', 'x-request-id': 'req' }
    expect(passedHeaders(new Headers({ ...given, ...hidden }))).toEqual({ ...given, 'x-upstream-request-id': 'req' })
  })

  it('name what was dropped in printable letters, in at most 500 of them', () => {
    expect(droppedHeaders([])).toEqual({})
    expect(droppedHeaders(['top_k', 'é x'])).toEqual({ 'x-weir-dropped': 'top_k, ??x' })
    expect(headerText('!~ \n')).toBe('!~??')
    const names = (count: number) => Array.from({ length: count }, () => 'x'.repeat(98))
    expect(droppedHeaders(names(5))).toEqual({ 'x-weir-dropped': names(5).join(', ') })
    expect(droppedHeaders(names(6))).toEqual({ 'x-weir-dropped': [...names(5), '...'].join(', ') })
  })

  it('tell what is left of the limits', () => {
    const remaining = { requests: { limit: 9, remaining: 3, resetSeconds: 20 } }
    const { headers } = replyOfRefusal(new RelayRefusal('limited', { remaining, retryAfter: '20' }), context, 0)
    expect(headers).toMatchObject({ 'retry-after': '20', 'x-ratelimit-limit-requests': '9', 'x-ratelimit-remaining-requests': '3' })
  })

  it.each([
    ['no-channel', 'false'],
    ['budget', 'false'],
    ['not-supported', 'false'],
    ['limited', undefined],
    ['store-unavailable', undefined],
    ['server-busy', undefined],
  ] as const)('tell clients whether %s is worth another try', (kind, told) => {
    expect(replyOfRefusal(new RelayRefusal(kind), context, 0).headers['x-should-retry']).toBe(told)
  })

  it('tell an unknown address as a mistake in the request', () => {
    const reply = replyOfRefusal(new RelayRefusal('unknown-path', { params: { method: 'GET', path: '/x' } }), context, 0)
    expect(JSON.parse(reply.body as string)).toMatchObject({
      error: { type: 'invalid_request_error', message: 'Invalid URL (GET /x) (request id: r-1)' },
    })
  })
})
