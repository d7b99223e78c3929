import { expect, it } from 'bun:test'
import { geminiEnvelope } from './envelope.ts'

const refused = (status: number, over: object = {}) => {
  const { body, ...rest } = geminiEnvelope.renderError({ status, requestId: 'r-1', message: 'No.', type: 't', ...over })
  return { ...rest, body: JSON.parse(body) as unknown }
}
const REQUEST = { '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'r-1' }

it.each([
  [400, 'INVALID_ARGUMENT'],
  [401, 'UNAUTHENTICATED'],
  [402, 'INVALID_ARGUMENT'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [408, 'DEADLINE_EXCEEDED'],
  [409, 'ABORTED'],
  [413, 'INVALID_ARGUMENT'],
  [429, 'RESOURCE_EXHAUSTED'],
  [499, 'CANCELLED'],
  [500, 'INTERNAL'],
  [501, 'UNIMPLEMENTED'],
  [502, 'UNAVAILABLE'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
  [505, 'INTERNAL'],
])('tells %p as %p', (status, name) => {
  expect(refused(status)).toEqual({
    status,
    headers: {},
    body: { error: { code: status, message: 'No.', status: name, details: [REQUEST] } },
  })
})

it('tells the code as a reason and the field it is about', () => {
  const info = { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'MODEL_NOT_FOUND', domain: 'weir' }
  const detailsOf = (over: object) => (refused(404, over).body as { error: { details: unknown } }).error.details
  expect(detailsOf({ code: 'model-not.found', param: 'model' })).toEqual([{ ...info, metadata: { field: 'model' } }, REQUEST])
  for (const param of [undefined, null, '']) expect(detailsOf({ code: 'model_not_found', param })).toEqual([info, REQUEST])
  for (const code of [undefined, null, '']) expect(detailsOf({ code, param: 'model' })).toEqual([REQUEST])
})

it('tells a model that nobody serves as one that is not there', () => {
  const { status, body } = refused(503, { code: 'no_available_channel' })
  expect([status, body]).toMatchObject([404, { error: { code: 404, status: 'NOT_FOUND' } }])
})

it('has no headers for limits', () => {
  const left = { limit: 1, remaining: 1, resetSeconds: 1 }
  expect(geminiEnvelope.limitHeaders({ requests: left, tokens: left, now: 0 })).toEqual({})
})
