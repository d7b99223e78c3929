import type { Message } from '../i18n/translate.ts'
import { CallError, type CallFailure } from './call-error.ts'

export type Reaction =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'sign-in-again' }
  | { readonly kind: 'toast'; readonly toast: 'error' | 'info'; readonly message: Message }

const errorToast = (message: Message): Reaction => ({ kind: 'toast', toast: 'error', message })

const reactionToStatus = (status: number, message: string): Reaction => {
  switch (status) {
    case 401:
      return { kind: 'sign-in-again' }
    case 405:
      return { kind: 'toast', toast: 'info', message: { key: 'error.demo' } }
    case 429:
      return errorToast({ key: 'error.tooMany' })
    case 500:
      return errorToast({ key: 'error.server' })
    default:
      return errorToast({ key: 'error.other', params: { message: message || `HTTP ${status}` } })
  }
}

const reactionToFailure = (failure: CallFailure): Reaction => {
  switch (failure.kind) {
    case 'status':
      return reactionToStatus(failure.status, failure.message)
    case 'refused':
      return errorToast(failure.message === '' ? { key: 'error.unnamed' } : { key: 'error.refused', params: { message: failure.message } })
    case 'offline':
      return errorToast({ key: 'error.offline' })
    case 'timeout':
      return errorToast({ key: 'error.timeout', params: { seconds: failure.seconds } })
    case 'unreadable':
      return errorToast({ key: 'error.unreadable' })
  }
}

const isCancelled = (error: unknown) => error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError')

/** What the console does about a failed call: one reaction, never two. */
export const reactionTo = (error: unknown): Reaction => {
  if (error instanceof CallError) return reactionToFailure(error.failure)
  if (isCancelled(error)) return { kind: 'nothing' }
  return errorToast({ key: 'error.other', params: { message: error instanceof Error ? error.message : String(error) } })
}
