import { Refusal, notFound } from '@weir/contract/errors'
import { NEVER_EXPIRES } from '@weir/contract/values/quantity'
import {
  TokenStatus,
  createToken,
  deleteToken,
  deleteTokens,
  editToken,
  getToken,
  listTokenIds,
  listTokens,
  replaceTokenKey,
  searchTokens,
  type TokenObject,
} from '@weir/contract/token'
import type { Clock } from '@weir/relay/ports'
import type { Trace } from '@weir/store/audit/traced'
import { LimitMoved } from '@weir/store/errors'
import type { TokenEdit, Tokens } from '@weir/store/repositories/tokens'
import type { Users } from '@weir/store/repositories/users'
import type { Page } from '@weir/store/rows'
import type { ActorContext } from '../context.ts'
import { asNewApiToken, tokenChangeFrom, tokenFieldsFrom } from './token-fields.ts'
import { exactQuota } from '../../settings/log-texts.ts'
import type { Settings } from '../../settings/settings.ts'
import { invalidInput } from '../invalid-input.ts'
import { route, type Route } from '../route.ts'
import { newTokenKey } from '../../net/random-text.ts'
import { countedPageOf, foundOf } from '../page.ts'

interface Dependencies {
  readonly tokens: Tokens
  readonly users: Pick<Users, 'findById'>
  readonly clock: Clock
  readonly settings: () => Settings
}

const found = (token: TokenObject | undefined, id: number): TokenObject => {
  if (token === undefined) throw notFound('token', id)
  return token
}

/** What the trail says of a token: never its key. */
const shown = ({ key: _key, ...rest }: TokenObject) => rest

type EditTrace = Trace<TokenEdit | undefined>

const deletions = (gone: readonly TokenObject[]) => gone.map((token) => ({ object: `token ${token.id}`, before: shown(token) }))

const presentedTo =
  (isNewApi: boolean) =>
  (token: TokenObject): TokenObject =>
    isNewApi ? asNewApiToken(token) : token

/** A token that has run out is not switched on again until its owner has changed what ran out, whatever its status was in between. */
const refuseReviving = (token: TokenObject, now: number): void => {
  const isPast = token.expired_time !== NEVER_EXPIRES && token.expired_time * 1000 <= now
  if (isPast) throw new Refusal('token-expired')
  if (token.remain_quota <= 0 && !token.unlimited_quota) throw new Refusal('token-exhausted')
}

export const tokenRoutes = ({ tokens, users, clock, settings }: Dependencies): readonly Route[] => {
  const setStatus = async (token: TokenObject, status: number, trace: EditTrace): Promise<TokenObject> => {
    if (status === TokenStatus.enabled) refuseReviving(token, clock())
    return found(await tokens.setStatus(token.user_id, token.id, { status, trace }), token.id)
  }

  const refuseMoved = async (error: unknown, userId: number, id: number): Promise<never> => {
    if (!(error instanceof LimitMoved)) throw error
    const { name, remain_quota: left } = found(await tokens.get(userId, id), id)
    throw new Refusal('token-limit-moved', { name, left: exactQuota(left, settings()) })
  }

  const readingFor = async ({ actor, language, isNewApi }: ActorContext, group: string | undefined) => ({
    language,
    isNewApi,
    ownGroup: group ? ((await users.findById(actor.id))?.user.group ?? '') : '',
    offered: new Set(settings().usableGroups().keys()),
  })

  return [
    route(listTokens, ({ query }, { actor, isNewApi }) => {
      const read = async (page: Page) => (await tokens.list(actor.id, page, query.order)).map(presentedTo(isNewApi))
      return countedPageOf(query, isNewApi, { read, count: () => tokens.count(actor.id) })
    }),
    route(searchTokens, ({ query }, { actor, isNewApi }) =>
      foundOf(query, isNewApi, {
        read: async (page) => (await tokens.search(actor.id, query.keyword, page)).map(presentedTo(isNewApi)),
        count: async () => (await tokens.matching(actor.id, query.keyword)).length,
      }),
    ),
    route(listTokenIds, async ({ query }, { actor }) => [...(await tokens.matching(actor.id, query.keyword))]),
    route(getToken, async ({ params }, { actor, isNewApi }) =>
      presentedTo(isNewApi)(found(await tokens.get(actor.id, params.id), params.id)),
    ),
    route(createToken, async ({ body }, context) => {
      const fields = tokenFieldsFrom(body, await readingFor(context, body.group))
      const trace = context.trace((token: TokenObject) => [{ object: `token ${token.id}`, after: shown(token) }])
      return presentedTo(context.isNewApi)(await tokens.create(context.actor.id, newTokenKey(), { ...fields, trace }))
    }),
    route(editToken, async ({ query, body }, context) => {
      const { actor, isNewApi } = context
      const before = found(await tokens.get(actor.id, body.id), body.id)
      const trace = context.trace((edit: TokenEdit | undefined) =>
        edit === undefined ? [] : [{ object: `token ${body.id}`, before: shown(edit.before), after: shown(edit.after) }],
      )
      const overwrite = async () => {
        const fields = tokenChangeFrom(body, { ...(await readingFor(context, body.group)), before })
        const change = tokens.update(actor.id, body.id, { ...fields, trace })
        return found(await change.catch((error: unknown) => refuseMoved(error, actor.id, body.id)), body.id)
      }
      if (query.status_only === '') return presentedTo(isNewApi)(await overwrite())
      if (body.status === undefined) throw invalidInput('status', 'on-or-off', context.language)
      return presentedTo(isNewApi)(await setStatus(before, body.status, trace))
    }),
    route(replaceTokenKey, async ({ params, body: { grace_seconds: graceSeconds } }, { actor, language, isNewApi, onlyRead, trace }) => {
      if (graceSeconds === undefined) {
        if (!isNewApi) throw invalidInput('grace_seconds', 'required', language)
        onlyRead()
        return asNewApiToken(found(await tokens.get(actor.id, params.id), params.id))
      }
      const traced = trace((edit: TokenEdit | undefined) =>
        edit === undefined ? [] : [{ object: `token ${params.id}`, after: { key: 'changed', grace_seconds: graceSeconds } }],
      )
      const replacement = { key: newTokenKey(), graceSeconds, trace: traced }
      return found(await tokens.replaceKey(actor.id, params.id, replacement), params.id)
    }),
    route(deleteToken, async ({ params }, { actor, trace }) => {
      if (!(await tokens.softDelete(actor.id, params.id, trace(deletions)))) throw notFound('token', params.id)
    }),
    route(deleteTokens, async ({ body: { ids } }, { actor, trace }) => {
      const deleted = await tokens.softDeleteMany(actor.id, ids, trace(deletions))
      return deleted.length
    }),
  ]
}
