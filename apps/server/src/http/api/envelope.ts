import { type Refusal, refusalTable, renderRefusal, type Language } from '@weir/contract/errors'
import type { EndpointDefinition } from '@weir/contract/endpoint'
import { WHOLE_BODY } from '../../admin/parse-part.ts'
import type { Reply } from '../../admin/reply.ts'

/** Answers are for this caller, now, and never a page: no cache keeps them and no browser takes them for something to show. */
const API_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
}

const json = (status: number, body: unknown, extraHeaders: Readonly<Record<string, string>> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { ...API_HEADERS, ...extraHeaders },
  })

const dataOf = ({ data, page }: Reply<unknown>): unknown => (page === undefined ? data : { items: data, ...page })

export const successResponse = (reply: Reply<unknown>): Response =>
  json(200, { success: reply.isSuccess, message: reply.message, ...reply.extra, ...(reply.data !== undefined && { data: dataOf(reply) }) })

/** Unknown paths answer with both shapes: the envelope, and the error object that API clients look for. */
const openaiError = (refusal: Refusal, message: string) =>
  refusal.code === 'unknown-path' && { error: { message, type: 'invalid_request_error', param: '', code: '' } }

/** The body is no JSON, or no object; one whose members are wrong was decoded. */
const isUndecodable = ({ code, params }: Refusal): boolean =>
  code === 'invalid-json' || (code === 'invalid-input' && params['field'] === WHOLE_BODY)

export const refusalResponse = (
  refusal: Refusal,
  language: Language,
  { undecodableStatus }: Pick<EndpointDefinition, 'undecodableStatus'> = {},
): Response => {
  const message = renderRefusal(refusal, language)
  const retryAfter = refusal.code === 'too-many-requests' && { 'retry-after': String(refusal.params['seconds']) }
  const status = (isUndecodable(refusal) ? undecodableStatus : undefined) ?? refusalTable[refusal.code].status
  return json(status, { success: false, message, ...openaiError(refusal, message) }, { ...retryAfter })
}
