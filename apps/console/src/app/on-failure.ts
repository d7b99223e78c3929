import { CallError } from '../shared/api/call-error.ts'
import { reactionTo } from '../shared/api/error-policy.ts'
import type { CallMeta } from '../shared/api/use-endpoint.ts'
import { notify } from '../shared/feedback/notify.ts'
import { textOf } from '../shared/i18n/language.ts'
import type { Message } from '../shared/i18n/translate.ts'
import { authPaths, LOGIN_EXPIRED } from '../shared/navigation/paths.ts'
import { authSession } from '../shared/session/auth-session.ts'

export interface Surroundings {
  readonly pathname: () => string
  readonly goTo: (path: string) => void
  readonly forgetData: () => void
}

const messageOf = (error: unknown) => (error instanceof CallError && 'message' in error.failure ? error.failure.message : '')

const isLost = (error: unknown) => error instanceof CallError && ['offline', 'timeout', 'unreadable'].includes(error.failure.kind)

const messageFor = (error: unknown, usual: Message, meta: CallMeta | undefined): Message => {
  if (meta?.lost !== undefined && isLost(error)) return { key: meta.lost }
  return meta?.failure === undefined ? usual : { key: meta.failure, params: { message: messageOf(error) } }
}

/** Carries out the error policy: one failed call, one reaction. */
export const createOnFailure =
  ({ pathname, goTo, forgetData }: Surroundings) =>
  (error: unknown, meta: CallMeta | undefined): void => {
    const reaction = reactionTo(error)
    switch (reaction.kind) {
      case 'nothing':
        return
      case 'sign-in-again':
        if (pathname() === authPaths.login) return
        authSession.expire()
        forgetData()
        goTo(LOGIN_EXPIRED)
        return
      case 'toast':
        if (meta?.isOptional !== true) notify[reaction.toast](textOf(messageFor(error, reaction.message, meta)))
    }
  }
