import { Refusal, type Language } from '@weir/contract/errors'
import { NEVER_EXPIRES, splitList } from '@weir/contract/values/quantity'
import {
  TokenStatus,
  createToken,
  deleteToken,
  editToken,
  getToken,
  listTokens,
  replaceTokenKey,
  searchTokens,
  type TokenObject,
} from '@weir/contract/token'
import type { Clock } from '@weir/relay/ports'
import type { Tokens } from '@weir/store/repositories/tokens'
import { isSubnet } from '../net/ip-address.ts'
import { invalidInput } from './invalid-input.ts'
import { route, type Route } from './route.ts'
import { newTokenKey } from '../net/random-text.ts'
import { SEARCH_LIMIT, toPage } from './page.ts'

interface Dependencies {
  readonly tokens: Tokens
  readonly clock: Clock
}

interface WireFields {
  readonly name: string
  readonly expired_time: number
  readonly remain_quota: number
  readonly unlimited_quota: boolean
  readonly models: string
  readonly subnet: string
}

const fieldsFrom = (body: WireFields, language: Language) => {
  if (!splitList(body.subnet).every(isSubnet)) throw invalidInput('subnet', 'subnet', language)
  return {
    name: body.name,
    expiredTime: body.expired_time,
    remainQuota: body.remain_quota,
    isUnlimited: body.unlimited_quota,
    models: body.models,
    subnet: body.subnet,
  }
}

const found = (token: TokenObject | undefined, id: number): TokenObject => {
  if (token === undefined) throw new Refusal('not-found', { object: '#', id })
  return token
}

/** What the trail says of a token: never its key. */
const shown = ({ key: _key, ...rest }: TokenObject) => rest

/** A token that has run out is not switched on again until its owner has changed what ran out, whatever its status was in between. */
const refuseReviving = (token: TokenObject, now: number): void => {
  const isPast = token.expired_time !== NEVER_EXPIRES && token.expired_time * 1000 <= now
  if (isPast) throw new Refusal('token-expired')
  if (token.remain_quota <= 0 && !token.unlimited_quota) throw new Refusal('token-exhausted')
}

export const tokenRoutes = ({ tokens, clock }: Dependencies): readonly Route[] => {
  const setStatus = async (userId: number, id: number, status: number | undefined): Promise<TokenObject> => {
    const token = found(await tokens.get(userId, id), id)
    if (status === undefined) throw new Refusal('invalid-input', { field: 'status', problem: '1, 2' })
    if (status === TokenStatus.enabled) refuseReviving(token, clock())
    return found(await tokens.setStatus(userId, id, status), id)
  }

  return [
    route(listTokens, async ({ query }, { actor }) => [...(await tokens.list(actor.id, toPage(query), query.order))]),
    route(searchTokens, async ({ query }, { actor }) => [...(await tokens.search(actor.id, query.keyword, SEARCH_LIMIT))]),
    route(getToken, async ({ params }, { actor }) => found(await tokens.get(actor.id, params.id), params.id)),
    route(createToken, async ({ body }, { actor, language, recordChange }) => {
      const token = await tokens.create(actor.id, newTokenKey(), fieldsFrom(body, language))
      recordChange({ object: `token ${token.id}`, after: shown(token) })
      return token
    }),
    route(editToken, async ({ query, body }, { actor, language, recordChange }) => {
      const before = found(await tokens.get(actor.id, body.id), body.id)
      const after =
        query.status_only === ''
          ? found(await tokens.update(actor.id, body.id, fieldsFrom(body, language)), body.id)
          : await setStatus(actor.id, body.id, body.status)
      recordChange({ object: `token ${body.id}`, before: shown(before), after: shown(after) })
      return after
    }),
    route(replaceTokenKey, async ({ params, body }, { actor, recordChange }) => {
      const replacement = { key: newTokenKey(), graceSeconds: body.grace_seconds }
      const token = found(await tokens.replaceKey(actor.id, params.id, replacement), params.id)
      recordChange({ object: `token ${params.id}`, after: { key: 'changed', grace_seconds: body.grace_seconds } })
      return token
    }),
    route(deleteToken, async ({ params }, { actor, recordChange }) => {
      if (!(await tokens.softDelete(actor.id, params.id))) throw new Refusal('not-found', { object: '#', id: params.id })
      recordChange({ object: `token ${params.id}` })
    }),
  ]
}
