import type { LimitReport, WireEnvelope } from '../../model/caller-wire.ts'
import { CONTEXT_EXCEEDED, NOBODY_SERVES, type WireError } from '../../model/wire-error.ts'

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'billing_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  504: 'timeout_error',
  529: 'overloaded_error',
}

/** Refusals for want of money, which this wire tells apart from those for want of rights. */
const BILLING_CODES: ReadonlySet<string> = new Set(['insufficient_user_quota', 'pre_consume_token_quota_failed', 'token_exhausted'])

const statusOf = ({ status, code }: WireError): number => {
  if (BILLING_CODES.has(code ?? '')) return 402
  if (code === NOBODY_SERVES) return 404
  return status === 503 ? 529 : status
}

const typeOf = (status: number): string => TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')

const TOO_LONG = 'prompt is too long'

/** This wire has no codes: clients know by Anthropic's words that they must make the conversation shorter. */
const messageOf = ({ code, message }: WireError): string =>
  code !== CONTEXT_EXCEEDED || message.toLowerCase().includes(TOO_LONG) ? message : `${TOO_LONG}: ${message}`

const bodyOf = (error: WireError): string =>
  JSON.stringify({ type: 'error', error: { type: typeOf(statusOf(error)), message: messageOf(error) }, request_id: error.requestId })

/** An error inside a stream that has already begun. */
export const errorEvent = (error: WireError): string => `event: error\ndata: ${bodyOf(error)}\n\n`

const figuresOf = (what: 'requests' | 'tokens', figures: LimitReport['requests'], now: number): Record<string, string> =>
  figures === undefined
    ? {}
    : {
        [`anthropic-ratelimit-${what}-limit`]: String(figures.limit),
        [`anthropic-ratelimit-${what}-remaining`]: String(figures.remaining),
        ...(figures.resetSeconds !== undefined && {
          [`anthropic-ratelimit-${what}-reset`]: new Date(now + figures.resetSeconds * 1000).toISOString(),
        }),
      }

/** Errors, limits and the request's id as Anthropic tells them. */
export const messagesEnvelope: WireEnvelope = {
  renderError: (error) => ({ status: statusOf(error), headers: {}, body: bodyOf(error) }),
  limitHeaders: ({ requests, tokens, now }) => ({ ...figuresOf('requests', requests, now), ...figuresOf('tokens', tokens, now) }),
  replyHeaders: (requestId) => ({ 'request-id': requestId }),
}
