import { Refusal } from '@weir/contract/errors'
import {
  activateTotp,
  getFactors,
  isFactorRequired,
  offerTotp,
  removeTotp,
  renewRecoveryCodes,
  resetFactors,
  showFactor,
} from '@weir/contract/second-factor'
import { UserStatus } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import type { Actor } from '../../accounts/actor.ts'
import { verifyPassword } from '../../accounts/passwords.ts'
import { requireRank } from '../../accounts/role-rules.ts'
import { sessionUserOf } from '../../accounts/session-user-of.ts'
import { matchingStep, newTotpSecret, totpUri } from '../../accounts/totp.ts'
import { newRecoveryCode } from '../../net/random-text.ts'
import type { Settings } from '../../settings/settings.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'sessions' | 'factors'>
  readonly settings: () => Settings
  readonly clock: () => number
}

const RECOVERY_CODES = 10

export const secondFactorRoutes = ({ store, settings, clock }: Dependencies): readonly Route[] => {
  const { users, sessions, factors } = store

  const accountOf = async ({ id }: Actor) => {
    const account = await users.findById(id)
    if (account === undefined) throw new Refusal('not-signed-in')
    return account
  }

  const newRecoveryCodes = async (userId: number): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode)
    await factors.replaceRecoveryCodes(
      userId,
      codes.map((code) => code.replaceAll('-', '')),
    )
    return codes
  }

  const isCodeRight = async (userId: number, code: string): Promise<boolean> => {
    const totp = await factors.findTotp(userId)
    const step = totp?.isActive ? matchingStep(totp.secret, code, clock()) : undefined
    return step === undefined ? await factors.useRecoveryCode(userId, code) : await factors.useTotpStep(userId, step)
  }

  const requireRight = async (body: { code: string } | { password: string }, actor: Actor, passwordHash: string): Promise<void> => {
    // A sign-in has shown its password already: it must not harness in for the second factor.
    const isRight =
      'code' in body
        ? await isCodeRight(actor.id, body.code)
        : actor.session?.factor !== 'awaited' && (await verifyPassword(body.password, passwordHash))
    if (!isRight) throw new Refusal('wrong-factor')
  }

  const requireLeavable = (actor: Actor): void => {
    if (isFactorRequired(settings().text('SecondFactorRequiredFor'), actor.role)) throw new Refusal('factor-must-stay')
  }

  return [
    route(getFactors, async (_, { actor }) => {
      const { hasTotp, recoveryCodes } = await factors.state(actor.id)
      return {
        totp: hasTotp,
        recovery_codes: recoveryCodes,
        has_password: (await accountOf(actor)).passwordHash !== '',
        is_required: isFactorRequired(settings().text('SecondFactorRequiredFor'), actor.role),
      }
    }),
    route(showFactor, async ({ body }, { actor, session }) => {
      const account = await accountOf(actor)
      await requireRight(body, actor, account.passwordHash)
      if (actor.session?.factor === 'awaited') await session.start(actor.id, { hasShownFactor: true })
      else if (actor.session !== undefined) await sessions.confirm(actor.session.idHash)
      return sessionUserOf(account, 'shown')
    }),
    route(offerTotp, async (_, { actor, recordChange }) => {
      const secret = newTotpSecret()
      if (!(await factors.offerTotp(actor.id, secret))) throw new Refusal('factor-exists')
      recordChange({ object: `user ${actor.id}` })
      return { secret, uri: totpUri(secret, { systemName: settings().text('SystemName'), username: actor.username }) }
    }),
    route(activateTotp, async ({ body }, { actor, recordChange }) => {
      const totp = await factors.findTotp(actor.id)
      if (totp?.isActive) throw new Refusal('factor-exists')
      const step = totp && matchingStep(totp.secret, body.code, clock())
      if (totp === undefined || step === undefined || !(await factors.activateTotp(actor.id, totp.sealed, step))) {
        throw new Refusal('wrong-factor')
      }
      recordChange({ object: `user ${actor.id}` })
      return (await factors.state(actor.id)).recoveryCodes > 0 ? [] : await newRecoveryCodes(actor.id)
    }),
    route(removeTotp, async (_, { actor, recordChange }) => {
      requireLeavable(actor)
      if (!(await factors.removeTotp(actor.id))) throw new Refusal('no-factor')
      recordChange({ object: `user ${actor.id}` })
    }),
    route(renewRecoveryCodes, async (_, { actor, recordChange }) => {
      if (!(await factors.isSetUp(actor.id))) throw new Refusal('no-factor')
      recordChange({ object: `user ${actor.id}` })
      return await newRecoveryCodes(actor.id)
    }),
    route(resetFactors, async ({ params }, { actor, recordChange }) => {
      const target = (await users.findById(params.id))?.user
      if (target === undefined || target.status === UserStatus.deleted) throw new Refusal('not-found', { object: '#', id: params.id })
      requireRank(actor, target, 'change')
      if (!(await factors.removeAll(target.id, actor.role))) throw new Refusal('no-factor')
      recordChange({ object: `user ${target.id}` })
    }),
  ]
}
