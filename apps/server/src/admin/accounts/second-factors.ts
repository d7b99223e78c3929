import { Refusal, notFound } from '@weir/contract/errors'
import {
  activateTotp,
  getFactors,
  isFactorRequired,
  offerTotp,
  removeTotp,
  renewRecoveryCodes,
  resetFactors,
  showFactor,
} from '@weir/contract/sign-in/second-factor'
import { UserStatus } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import type { Actor } from '../../accounts/actor.ts'
import { sessionBinding, type PasskeyCeremonies, type ShownCredential } from '../../accounts/passkeys.ts'
import { verifyPassword } from '../../accounts/passwords.ts'
import type { RecoveryCodes } from '../../accounts/recovery-codes.ts'
import { requireRank } from '../../accounts/role-rules.ts'
import { sessionUserOf } from '../../accounts/session-user-of.ts'
import { matchingStep, newTotpSecret, totpUri } from '../../accounts/totp.ts'
import type { Settings } from '../../settings/settings.ts'
import type { ActorContext } from '../context.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'sessions' | 'factors' | 'passkeys'>
  readonly ceremonies: PasskeyCeremonies
  readonly recoveryCodes: RecoveryCodes
  readonly settings: () => Settings
  readonly clock: () => number
}

/** What is done leaves its entry; what was refused leaves none. */
const doneTo = (userId: number) => (isDone: boolean) => (isDone ? [{ object: `user ${userId}` }] : [])

type ShownFactor = { readonly code: string } | { readonly passkey: ShownCredential } | { readonly password: string }

export const secondFactorRoutes = ({ store, ceremonies, recoveryCodes, settings, clock }: Dependencies): readonly Route[] => {
  const { users, sessions, factors, passkeys } = store

  const accountOf = async ({ id }: Actor) => {
    const account = await users.findById(id)
    if (account === undefined) throw new Refusal('not-signed-in')
    return account
  }

  const isCodeRight = async (userId: number, code: string): Promise<boolean> => {
    const totp = await factors.findTotp(userId)
    const step = totp?.isActive ? matchingStep(totp.secret, code, clock()) : undefined
    return step === undefined ? await factors.useRecoveryCode(userId, code) : await factors.useTotpStep(userId, step)
  }

  const requireOwnPasskey = async (credential: ShownCredential, { actor, host }: ActorContext): Promise<void> => {
    const { id, counter } = await ceremonies.readShown(credential, { binding: sessionBinding('show', actor), host })
    if (!(await passkeys.use(id, counter))) throw new Refusal('wrong-passkey')
  }

  const requireRight = async (body: ShownFactor, context: ActorContext, passwordHash: string): Promise<void> => {
    if ('passkey' in body) return await requireOwnPasskey(body.passkey, context)
    const { actor } = context
    // A sign-in has shown its password already: it must not stand in for the second factor.
    const isRight =
      'code' in body
        ? await isCodeRight(actor.id, body.code)
        : actor.session?.factor !== 'awaited' && (await verifyPassword(body.password, passwordHash))
    if (!isRight) throw new Refusal('wrong-factor')
  }

  const isRequired = ({ role }: Actor): boolean => isFactorRequired(settings().text('SecondFactorRequiredFor'), role)

  return [
    route(getFactors, async (_, { actor }) => {
      const state = await factors.state(actor.id)
      return {
        totp: state.hasTotp,
        passkeys: state.passkeys,
        recovery_codes: state.recoveryCodes,
        has_password: (await accountOf(actor)).passwordHash !== '',
        is_required: isRequired(actor),
      }
    }),
    route(showFactor, async ({ body }, context) => {
      const { actor, session } = context
      const account = await accountOf(actor)
      await requireRight(body, context, account.passwordHash)
      // At the version of the half sign-in: a password that was changed since ends what began with the old one.
      const authVersion = actor.authVersion ?? account.authVersion
      if (actor.session?.factor === 'awaited') await session.start(actor.id, { authVersion, hasShownFactor: true })
      else if (actor.session !== undefined) await sessions.confirm(actor.session.idHash)
      return sessionUserOf(account, 'shown')
    }),
    route(offerTotp, async (_, { actor, trace }) => {
      const secret = newTotpSecret()
      if (!(await factors.offerTotp(actor.id, secret, trace(doneTo(actor.id))))) throw new Refusal('factor-exists')
      return { secret, uri: totpUri(secret, { systemName: settings().text('SystemName'), username: actor.username }) }
    }),
    route(activateTotp, async ({ body }, { actor, trace }) => {
      const totp = await factors.findTotp(actor.id)
      if (totp?.isActive) throw new Refusal('factor-exists')
      const step = totp && matchingStep(totp.secret, body.code, clock())
      if (totp === undefined || step === undefined) throw new Refusal('wrong-factor')
      const shown = { sealed: totp.sealed, step }
      if (!(await factors.activateTotp(actor.id, shown, trace(doneTo(actor.id))))) throw new Refusal('wrong-factor')
      return await recoveryCodes.giveOnce(actor.id)
    }),
    route(removeTotp, async (_, { actor, trace }) => {
      const removal = await factors.removeTotp(actor.id, {
        mustKeepOne: isRequired(actor),
        trace: trace((result) => (result === 'removed' ? [{ object: `user ${actor.id}` }] : [])),
      })
      if (removal === 'last') throw new Refusal('factor-must-stay')
      if (removal === 'absent') throw new Refusal('no-factor')
    }),
    route(renewRecoveryCodes, async (_, { actor, trace }) => {
      if (!(await factors.isSetUp(actor.id))) throw new Refusal('no-factor')
      return await recoveryCodes.renew(
        actor.id,
        trace(() => [{ object: `user ${actor.id}` }]),
      )
    }),
    route(resetFactors, async ({ params }, { actor, trace }) => {
      const target = (await users.findById(params.id))?.user
      if (target === undefined || target.status === UserStatus.deleted) throw notFound('user', params.id)
      requireRank(actor, target, 'change')
      if (!(await factors.removeAll(target.id, actor.role, trace(doneTo(target.id))))) throw new Refusal('no-factor')
    }),
  ]
}
