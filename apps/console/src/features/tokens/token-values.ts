import { NEVER_EXPIRES, splitList } from '@weir/contract/values/quantity'
import { TOKEN_DEFAULT_QUOTA, type TokenObject } from '@weir/contract/token'

/** Epoch seconds, `NEVER_EXPIRES`, or `null` when the field holds no time. */
export type Expiry = number | null

export interface TokenValues {
  readonly name: string
  readonly models: readonly string[]
  readonly subnet: string
  readonly expiry: Expiry
  readonly quota: number | null
  /** The limit as it was read: another one is set only while nobody else has set it. */
  readonly limitRead?: string | undefined
  readonly isUnlimited: boolean
  /** Empty for the own group; undefined as long as nothing was chosen. */
  readonly group?: string | undefined
}

export const newTokenValues: TokenValues = {
  name: '',
  models: [],
  subnet: '',
  expiry: NEVER_EXPIRES,
  quota: TOKEN_DEFAULT_QUOTA,
  isUnlimited: false,
}

export const valuesOf = (token: TokenObject): TokenValues => ({
  name: token.name,
  models: splitList(token.models),
  subnet: token.subnet,
  expiry: token.expired_time,
  quota: token.remain_quota,
  limitRead: token.limit_read,
  isUnlimited: token.unlimited_quota,
  ...(token.group !== '' && { group: token.group }),
})

export const isUsableExpiry = (expiry: Expiry): expiry is number =>
  expiry !== null && Number.isSafeInteger(expiry) && expiry >= NEVER_EXPIRES

/** The wire form. `undefined` when the expiry cannot be read as a time. */
export const bodyOf = ({ name, models, subnet, expiry, quota, limitRead, isUnlimited, group }: TokenValues) =>
  isUsableExpiry(expiry)
    ? {
        name,
        models: models.join(','),
        subnet,
        expired_time: expiry,
        remain_quota: Math.trunc(quota ?? 0),
        ...(limitRead !== undefined && { limit_read: limitRead }),
        unlimited_quota: isUnlimited,
        ...(group !== undefined && { group }),
      }
    : undefined

export const expiryPresets = [
  { name: 'never', seconds: undefined },
  { name: 'quarter', seconds: 90 * 86_400 },
  { name: 'month', seconds: 30 * 86_400 },
  { name: 'week', seconds: 7 * 86_400 },
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
] as const

/** A month is thirty days. */
export const expiryAfter = (seconds: number | undefined, nowMs: number): number =>
  seconds === undefined ? NEVER_EXPIRES : Math.floor(nowMs / 1000) + seconds
