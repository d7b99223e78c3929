import { describe, expect, it } from 'bun:test'
import { chatCallOf, targetOf } from './kit/conformance/expectation.ts'
import { providers } from './index.ts'

const error = (code: string | number, type?: string) => ({ error: { code, message: 'no', ...(type !== undefined && { type }) } })
const [filter, length] = ['content_filter', 'context_length_exceeded'] as const

describe('what a refusal is about', () => {
  it.each([
    [16, 400, error('1301'), filter],
    [16, 400, error('1261'), length],
    [16, 400, error('1210'), undefined],
    [17, 400, { code: 'DataInspectionFailed', message: 'no' }, filter],
    [49, 400, error('data_inspection_failed', 'data_inspection_failed'), filter],
    [
      49,
      400,
      {
        error: {
          code: 'invalid_parameter_error',
          message: '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 30720]',
        },
      },
      length,
    ],
    [49, 400, { error: { code: 'invalid_parameter_error', message: 'You wrote: Range of input length should be [1' } }, undefined],
    [48, 200, { code: 10_013, message: 'no' }, filter],
    [48, 200, error(10_022), filter],
    [48, 200, { code: 10_907, message: 'no' }, length],
    [48, 200, { code: 10_163, message: 'no' }, undefined],
    [23, 400, { Response: { Error: { Code: 'OperationDenied.TextIllegalDetected', Message: 'no' } } }, filter],
    [23, 400, { Response: { Error: { Code: 'OperationDenied', Message: 'no' } } }, undefined],
    [25, 400, { error: { message: 'no', type: 'content_filter' } }, filter],
    [27, 200, { base_resp: { status_code: 1026, status_msg: 'no' } }, filter],
    [27, 200, error('1027'), filter],
    [27, 200, { base_resp: { status_code: 2013, status_msg: 'invalid params, context window exceeds limit (2013)' } }, length],
    [27, 200, { base_resp: { status_code: 2013, status_msg: 'invalid params' } }, undefined],
    [32, 451, error('x'), filter],
    [32, 400, error('x'), undefined],
    [34, 400, { code: 4018, msg: 'no' }, filter],
    [34, 400, { code: 4000, msg: 'no' }, undefined],
    [40, 400, error('InputTextSensitiveContentDetected'), filter],
    [40, 400, error('SensitiveContentDetected.SevereViolation'), filter],
    [40, 400, error('InputTextRiskDetection'), filter],
    [40, 400, error('InvalidParameter'), undefined],
  ] as const)('is told by type %p with %p %j: %p', (...row) => {
    const [type, status, body, code] = row
    expect(providers.get(type)?.refusalCode?.(status, JSON.stringify(body))).toBe(code)
  })
})

describe('what a refusal on a wire of its own is about', () => {
  it.each([
    [16, { model: 'chatglm_turbo' }, 'a.b', { code: 1301, msg: 'no', success: false }, filter],
    [17, {}, 'k', { code: 'DataInspectionFailed', message: 'no' }, filter],
    [18, {}, 'a|b|c', { header: { code: 10_021, message: 'no' } }, filter],
    [18, {}, 'a|b|c', { header: { code: 10_907, message: 'no' } }, length],
    [18, {}, 'a|b|c', { header: { code: 10_163, message: 'no' } }, undefined],
    [23, {}, '1|b|c', { Response: { Error: { Code: 'OperationDenied.ImageIllegalDetected', Message: 'no' } } }, filter],
    [34, {}, 'k', { code: 4018, msg: 'no' }, filter],
  ] as const)('is told by type %p', (...row) => {
    const [type, over, key, reply, code] = row
    const call = chatCallOf({ model: 'm', messages: [{ role: 'user', content: 'hi' }], ...over }, false)
    const target = targetOf({ target: { key, ...(type === 17 && { other: '{"plugin":{}}' }) } })
    const chat = providers.get(type)?.chat
    const wire = chat?.wireFor?.(call, target) ?? chat?.wire
    const answer = wire?.kind === 'native' ? wire.decode(JSON.stringify(reply), call) : undefined
    expect(answer).toEqual({ ok: false, failure: { fault: 'bad-request', message: 'no', ...(code !== undefined && { code }) } })
  })

  it('is told of pictures, too', () => {
    const call = { task: 'images/generations', model: 'm', isStream: false, body: {}, form: undefined, rawBody: '' } as const
    const told = (type: number, reply: object) => {
      const bytes = Buffer.from(JSON.stringify(reply))
      return providers.get(type)?.tasks?.['images/generations']?.decode?.({ contentType: 'application/json', bytes }, call)
    }
    const refused = { ok: false, failure: { fault: 'bad-request', message: 'no', code: filter } } as const
    expect(told(17, { output: { task_status: 'FAILED', code: 'DataInspectionFailed', message: 'no' } })).toEqual(refused)
    expect(told(27, { base_resp: { status_code: 1026, status_msg: 'no' } })).toEqual(refused)
  })
})
