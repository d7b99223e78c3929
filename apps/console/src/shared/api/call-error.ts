import type { Fields } from '../browser/json.ts'

/** Why a call did not give data. A closed set: the error policy decides on each of them. */
export type CallFailure =
  | { readonly kind: 'status'; readonly status: number; readonly message: string }
  | { readonly kind: 'refused'; readonly message: string; /** What stood beside the message. */ readonly fields?: Fields }
  | { readonly kind: 'offline' }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'unreadable' }

export class CallError extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure, options?: ErrorOptions) {
    super('message' in failure ? failure.message : failure.kind, options)
    this.name = 'CallError'
    this.failure = failure
  }
}

/** A server of an older version knows nothing of what was asked for. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof CallError && error.failure.kind === 'status' && error.failure.status === 404

/** The server has understood the call and said no, as it does for what is not there: asking again changes nothing. */
export const isRefused = (error: unknown): error is CallError => error instanceof CallError && error.failure.kind === 'refused'
