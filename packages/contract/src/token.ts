import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParams, idsBody, listTotal, noData, pageQuery } from './envelope.ts'
import { NEVER_EXPIRES, cleanText, epochSeconds, joinedList, quotaUnits } from './values/quantity.ts'

export const TokenStatus = { enabled: 1, disabled: 2, expired: 3, exhausted: 4 } as const
export const TOKEN_DEFAULT_QUOTA = 500_000

export const tokenObject = z.object({
  id: z.int(),
  user_id: z.int(),
  key: z.string(),
  status: z.int(),
  name: z.string(),
  created_time: epochSeconds,
  accessed_time: epochSeconds,
  expired_time: epochSeconds,
  remain_quota: quotaUnits,
  unlimited_quota: z.boolean(),
  used_quota: quotaUnits,
  models: z.string(),
  subnet: z.string(),
  /** The group that serves it; empty for that of its user. */
  group: z.string(),
  /** The limit once more, and which one it is: forms send back the whole record, and so tell which limit a changed one was changed from. */
  limit_read: z.string(),
  /** In answers to callers of new-api's form alone: one of the two names of a limit would otherwise come back changed and one not. */
  model_limits_enabled: z.boolean().optional(),
  model_limits: z.string().optional(),
  allow_ips: z.string().optional(),
})
export type TokenObject = z.output<typeof tokenObject>

type Limits = Pick<TokenObject, 'status' | 'expired_time' | 'remain_quota' | 'unlimited_quota'>

/** What an enabled token is worth at a moment: it runs out by itself, and whoever marks it does so only when it is used next. */
export const tokenStatusAt = ({ status, expired_time, remain_quota, unlimited_quota }: Limits, nowSeconds: number): number => {
  if (status !== TokenStatus.enabled) return status
  if (expired_time !== NEVER_EXPIRES && expired_time <= nowSeconds) return TokenStatus.expired
  return unlimited_quota || remain_quota > 0 ? TokenStatus.enabled : TokenStatus.exhausted
}

/** The same limits under the names that new-api gives them. Addresses stand one to a line there. */
const limitsOfNewApi = {
  model_limits_enabled: z.boolean().optional(),
  model_limits: cleanText(20_000).pipe(joinedList).optional(),
  allow_ips: cleanText(2_000)
    .transform((lines) => lines.replace(/\s+/g, ','))
    .pipe(joinedList)
    .optional(),
}

const tokenFields = {
  name: cleanText(64).default(''),
  // 0 has always meant "never" on this wire, as -1 does.
  expired_time: epochSeconds
    .min(NEVER_EXPIRES)
    .default(NEVER_EXPIRES)
    .transform((time) => (time === 0 ? NEVER_EXPIRES : time)),
  /** Below 0 it has a meaning only where there is no limit. */
  remain_quota: quotaUnits.default(0),
  unlimited_quota: z.boolean().default(false),
  models: cleanText(20_000).default('').pipe(joinedList),
  subnet: cleanText(2_000).default('').pipe(joinedList),
  /** Empty for that of the user. Absent in a change: as it is. */
  group: cleanText(64).optional(),
  ...limitsOfNewApi,
}

const settableStatus = z.union([z.literal(TokenStatus.enabled), z.literal(TokenStatus.disabled)])
const tokenId = z.int().positive()

export const tokenOrder = z.enum(['remain_quota', 'used_quota']).optional().catch(undefined)

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/token/',
  access: 'user',
  summary: "One page of the caller's own tokens, newest first",
  input: { query: pageQuery.extend({ order: tokenOrder }) },
  data: z.array(tokenObject),
  extra: listTotal,
})

const tokenKeyword = cleanText(64)
  .default('')
  .transform((keyword) => keyword.trim())

export const searchTokens = endpoint({
  method: 'GET',
  path: '/api/token/search',
  access: 'user',
  summary: "The caller's own tokens whose name starts with the keyword",
  input: {
    query: pageQuery.extend({
      keyword: tokenKeyword,
    }),
  },
  data: z.array(tokenObject),
  extra: listTotal,
})

export const listTokenIds = endpoint({
  method: 'GET',
  path: '/api/token/ids',
  access: 'user',
  summary: "The ids of all of the caller's own tokens that match a keyword, newest first",
  input: { query: z.object({ keyword: tokenKeyword }) },
  data: z.array(z.int()),
})

export const getToken = endpoint({
  method: 'GET',
  path: '/api/token/:id',
  access: 'user',
  summary: "One of the caller's own tokens",
  input: { params: idParams },
  data: tokenObject,
})

export const createToken = endpoint({
  method: 'POST',
  path: '/api/token/',
  access: 'user',
  summary: 'Create a token',
  input: { body: z.object(tokenFields) },
  data: tokenObject,
  audit: 'token.create',
})

/**
 * With `status_only` the status alone changes; without it the fields are overwritten. A token that ran out works again once its new limits
 * allow it. The limit stays where `remain_quota` and `unlimited_quota` are what `limit_read` says; another one is set if nobody has set the
 * limit since, and refused otherwise. Without it, what is left stays where `remain_quota` is `remain_quota_read`, or by `used_quota`.
 */
export const editToken = endpoint({
  method: 'PUT',
  path: '/api/token/',
  access: 'user',
  summary: 'Change a token, or its status alone with status_only',
  input: {
    query: z.object({ status_only: z.string().default('') }),
    body: z.object({
      id: tokenId,
      status: settableStatus.optional().catch(undefined),
      ...tokenFields,
      limit_read: cleanText(64).optional(),
      remain_quota_read: quotaUnits.optional(),
      used_quota: quotaUnits.optional(),
    }),
  },
  data: tokenObject,
  audit: 'token.edit',
})

/** Choices of how long the old key works beside the new one: not at all, an hour, a day, a week. */
export const KEY_GRACE_SECONDS = [0, 3600, 86_400, 604_800] as const

export const replaceTokenKey = endpoint({
  method: 'POST',
  path: '/api/token/:id/key',
  access: 'user',
  summary: "Give one of the caller's own tokens a new key; the old one works for grace_seconds more, any older one ends now",
  /** Clients of new-api leave grace_seconds out, and are told the key as it is. */
  input: { params: idParams, body: z.object({ grace_seconds: z.literal(KEY_GRACE_SECONDS).optional() }) },
  mayLackBody: true,
  data: tokenObject,
  audit: 'token.replace-key',
})

export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/token/:id/',
  access: 'user',
  summary: "Delete one of the caller's own tokens",
  input: { params: idParams },
  data: noData,
  audit: 'token.delete',
})

export const deleteTokens = endpoint({
  method: 'POST',
  path: '/api/token/batch',
  access: 'user',
  summary: "Delete those of the caller's own tokens that have the given ids; the answer is how many",
  input: { body: idsBody },
  data: z.int(),
  audit: 'token.delete-many',
})
