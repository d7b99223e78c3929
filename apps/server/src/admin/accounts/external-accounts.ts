import { bindWechat, getOauthState, githubCallback, larkCallback, oidcCallback, wechatLogin } from '@weir/contract/account'
import { Refusal } from '@weir/contract/errors'
import type { SessionUser } from '@weir/contract/session'
import type { OauthStates, StateBinding } from '@weir/store/repositories/sign-in/oauth-states'
import type { PublicContext } from '../context.ts'
import { Reply } from '../reply.ts'
import { route, type Route } from '../route.ts'
import type { IdentityProvider, ProviderKey } from '../../accounts/external/identity.ts'
import type { ExternalSignIn } from '../../accounts/external/sign-in.ts'
import { newSecretId } from '../../net/random-text.ts'
import { sessionUserOf } from '../../accounts/session-user-of.ts'

interface Dependencies {
  readonly oauthStates: OauthStates
  readonly signIn: ExternalSignIn
  readonly providers: Readonly<Record<ProviderKey, IdentityProvider>>
}

interface CallbackInput {
  readonly query: { readonly code: string; readonly state: string }
}

/** Existing consoles tell the two outcomes of a callback apart by this message. */
const BOUND = 'bind'

const boundTo =
  ({ id }: { readonly id: number }) =>
  (isDone: boolean) =>
    isDone ? [{ object: `user ${id}` }] : []

const bindingOf = ({ actor, visitor }: PublicContext, provider: string): StateBinding => ({
  visitorId: visitor.id ?? '',
  userId: actor?.id ?? 0,
  provider,
})

export const externalAccountRoutes = ({ oauthStates, signIn, providers }: Dependencies): readonly Route[] => {
  const enter = async (provider: IdentityProvider, code: string, { session }: PublicContext): Promise<SessionUser> => {
    const account = await signIn.enter(provider, code)
    return sessionUserOf(account, await session.start(account.user.id, { authVersion: account.authVersion }))
  }

  /** A provider that did not answer has not used up the code either, so the console may try again with the same state. */
  const withState = async <T>(state: string, binding: StateBinding, work: () => Promise<T>): Promise<T> => {
    if (!(await oauthStates.take(state, binding))) throw new Refusal('bad-oauth-state')
    try {
      return await work()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'provider-unreachable') await oauthStates.add(state, binding)
      throw error
    }
  }

  const callback =
    (provider: IdentityProvider) =>
    ({ query }: CallbackInput, context: PublicContext): Promise<SessionUser | Reply<undefined>> =>
      withState(query.state, bindingOf(context, provider.key), async () => {
        if (context.actor === undefined) return await enter(provider, query.code, context)
        await signIn.bind(provider, query.code, { ...context.actor, trace: context.trace(boundTo(context.actor)) })
        return new Reply(undefined, { message: BOUND })
      })

  return [
    route(getOauthState, async ({ query }, context) => {
      const state = newSecretId()
      const binding = { ...bindingOf(context, query.provider ?? ''), visitorId: context.visitor.ensure() }
      await oauthStates.add(state, binding)
      return state
    }),
    route(githubCallback, callback(providers.github)),
    route(larkCallback, callback(providers.lark)),
    route(oidcCallback, callback(providers.oidc)),
    route(wechatLogin, ({ query }, context) => enter(providers.wechat, query.code, context)),
    route(bindWechat, async ({ query }, { actor, trace }) => {
      await signIn.bind(providers.wechat, query.code, { ...actor, trace: trace(boundTo(actor)) })
    }),
  ]
}
