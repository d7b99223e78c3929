import { Refusal, notFound } from '@weir/contract/errors'
import {
  MAX_PASSKEYS,
  addPasskey,
  askAnyPasskey,
  askOwnPasskey,
  listPasskeys,
  offerPasskey,
  passkeyLogin,
  removePasskey,
  renamePasskey,
} from '@weir/contract/sign-in/passkey'
import { isFactorRequired } from '@weir/contract/sign-in/second-factor'
import { UserStatus } from '@weir/contract/user'
import type { Store } from '@weir/store/open-store'
import { sessionBinding, type PasskeyCeremonies } from '../../accounts/passkeys.ts'
import type { RecoveryCodes } from '../../accounts/recovery-codes.ts'
import type { Settings } from '../../settings/settings.ts'
import { sessionUserOf } from '../../accounts/session-user-of.ts'
import { route, type Route } from '../route.ts'

interface Dependencies {
  readonly store: Pick<Store, 'users' | 'factors' | 'passkeys'>
  readonly ceremonies: PasskeyCeremonies
  readonly recoveryCodes: RecoveryCodes
  readonly settings: () => Settings
}

export const passkeyRoutes = ({ store, ceremonies, recoveryCodes, settings }: Dependencies): readonly Route[] => {
  const { users, factors, passkeys } = store
  const unknown = (id: string) => notFound('passkey', id)
  const browserBinding = (visitorId: string) => ({ purpose: 'sign-in', holder: visitorId, userId: 0 }) as const

  return [
    route(listPasskeys, async (_, { actor }) =>
      (await passkeys.list(actor.id)).map(({ id, name, createdAt, usedAt }) => ({ id, name, created_at: createdAt, used_at: usedAt })),
    ),
    route(offerPasskey, async (_, { actor, host }) => await ceremonies.offer(actor, { binding: sessionBinding('add', actor), host })),
    route(addPasskey, async ({ body }, { actor, host, trace }) => {
      const created = await ceremonies.readCreated(body.credential, { binding: sessionBinding('add', actor), host })
      const outcome = await passkeys.add(
        { ...created, userId: actor.id, name: body.name },
        trace((result) => (result === 'added' ? [{ object: `user ${actor.id}`, after: { name: body.name } }] : [])),
      )
      if (outcome === 'exists') throw new Refusal('passkey-exists')
      if (outcome === 'too-many') throw new Refusal('passkey-limit', { max: MAX_PASSKEYS })
      return await recoveryCodes.giveOnce(actor.id)
    }),
    route(renamePasskey, async ({ params, body }, { actor, trace }) => {
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `user ${actor.id}`, after: { name: body.name } }] : []))
      if (!(await passkeys.rename({ userId: actor.id, id: params.id, name: body.name }, traced))) throw unknown(params.id)
    }),
    route(removePasskey, async ({ params }, { actor, trace }) => {
      const name = (await passkeys.list(actor.id)).find(({ id }) => id === params.id)?.name
      const mustKeepOne = isFactorRequired(settings().text('SecondFactorRequiredFor'), actor.role)
      const removal = await factors.removePasskey(actor.id, params.id, {
        mustKeepOne,
        trace: trace((result) => (result === 'removed' ? [{ object: `user ${actor.id}`, before: { name } }] : [])),
      })
      if (removal === 'last') throw new Refusal('factor-must-stay')
      if (removal === 'absent') throw unknown(params.id)
    }),
    route(askOwnPasskey, async (_, { actor, host }) => {
      const own = await passkeys.list(actor.id)
      if (own.length === 0) throw new Refusal('no-factor')
      return await ceremonies.ask(own, { binding: sessionBinding('show', actor), host })
    }),
    route(askAnyPasskey, async (_, { visitor, host }) => await ceremonies.ask([], { binding: browserBinding(visitor.ensure()), host })),
    route(passkeyLogin, async ({ body }, { visitor, host, session }) => {
      const passkey = await ceremonies.readShown(body.credential, { binding: browserBinding(visitor.id ?? ''), host })
      // Before the use is booked: factors that are removed from now on end this session.
      const account = await users.findById(passkey.userId)
      if (account?.user.status !== UserStatus.enabled) throw new Refusal('wrong-passkey')
      if (!(await passkeys.use(passkey.id, passkey.counter))) throw new Refusal('wrong-passkey')
      await session.start(account.user.id, { authVersion: account.authVersion, hasShownFactor: true })
      return sessionUserOf(account, 'shown')
    }),
  ]
}
