import { renderErrorEvent } from '@weir/dialects/openai-realtime/events'
import type { Language } from '../refusal.ts'
import type { RelayRefusal, RelayRefusalKind } from '../refusal.ts'

/** What clients of this API know as an empty account, whichever balance it is. */
const EMPTY: ReadonlySet<RelayRefusalKind> = new Set(['user-quota', 'token-quota', 'token-exhausted'])

export const isEmptyAccount = (refusal: RelayRefusal): boolean => EMPTY.has(refusal.kind)

export interface ErrorContext {
  /** Of the event. */
  readonly id: string
  readonly requestId: string
  readonly language: Language
  /** Of the caller's event that is refused. */
  readonly causeId?: string | undefined
}

const typeOf = (refusal: RelayRefusal): string => {
  if (refusal.kind === 'limited') return 'rate_limit_exceeded'
  return refusal.status >= 500 ? 'server_error' : 'invalid_request_error'
}

/** A refusal as an event of the session. */
export const errorEventOf = (refusal: RelayRefusal, { id, requestId, language, causeId }: ErrorContext): string => {
  const isEmpty = isEmptyAccount(refusal)
  return renderErrorEvent({
    id,
    type: isEmpty ? 'insufficient_quota' : typeOf(refusal),
    code: isEmpty ? 'insufficient_quota' : refusal.code,
    message: `${refusal.text(language)} (request id: ${requestId})`,
    param: refusal.options.param,
    causeId,
  })
}
