import { RedemptionStatus } from '@weir/contract/redemption'
import { parseUsableGroups } from '@weir/contract/options/usable-groups'
import { TokenStatus } from '@weir/contract/token'
import { splitList } from '@weir/contract/values/quantity'
import type { SourceRow } from '../dialect/source/source.ts'
import type { Notes } from './notes.ts'
import type { OlderData } from './older-data.ts'
import type { PlannedRedemption, PlannedToken } from './plan.ts'
import { readMap } from './read-map.ts'
import { countOf, cut, fits, flagOf, idOf, shortText, textOf, trimmed, wholeOf } from './source-value.ts'

const TOKEN_STATUSES: ReadonlySet<number> = new Set(Object.values(TokenStatus))
const CODE_STATUSES: ReadonlySet<number> = new Set(Object.values(RedemptionStatus))

interface Owner {
  readonly id: number
  readonly group: string
}

const quotaOf = (row: SourceRow, column: string, note: (reason: string) => void): bigint => {
  const value = wholeOf(row, column)
  if (!fits(value)) note(`${column} is ${value}, beyond 2^53; it is ${cut(value)} now`)
  return cut(value)
}

/** new-api keeps its list beside a switch. Addresses stand one to a line there. */
const limitsOf = (row: SourceRow, { family }: Pick<OlderData, 'family'>): Pick<PlannedToken, 'models' | 'subnet'> => {
  if (family === 'one-api')
    return { models: splitList(textOf(row, 'models')).join(','), subnet: splitList(textOf(row, 'subnet')).join(',') }
  const models = flagOf(row, 'model_limits_enabled') ? textOf(row, 'model_limits') : ''
  return { models: splitList(models).join(','), subnet: splitList(textOf(row, 'allow_ips').replace(/\s+/g, ',')).join(',') }
}

/** new-api refuses every model where the switch is on and the list is empty, and here an empty list allows all. */
const isClosed = (row: SourceRow, { family }: Pick<OlderData, 'family'>): boolean =>
  family === 'new-api' && flagOf(row, 'model_limits_enabled') && splitList(textOf(row, 'model_limits')).length === 0

/** Why a row does not come over; undefined when it does. */
const refusalOf = (row: SourceRow, key: string, isTaken: boolean): string | undefined => {
  if (trimmed(row, 'deleted_at') !== '') return 'deleted there'
  if (key === '') return 'it has no key'
  return isTaken ? 'an older row has the same key' : undefined
}

const statusOf = (row: SourceRow, data: Pick<OlderData, 'family'>, disabled: (reason: string) => void): number => {
  const status = countOf(row, 'status', BigInt(TokenStatus.enabled))
  if (!TOKEN_STATUSES.has(status)) disabled(`the status ${status} is not known`)
  else if (status === TokenStatus.enabled && isClosed(row, data)) disabled('it is limited to models of which there are none')
  else return status
  return TokenStatus.disabled
}

/** What the operator there had saved: a default of that program is no decision of his. */
const offeredGroups = ({ options }: Pick<OlderData, 'options'>): ReadonlySet<string> => {
  const saved = options.find((row) => textOf(row, 'key') === 'UserUsableGroups')
  const read = readMap(saved === undefined ? '' : textOf(saved, 'value'), (map) => parseUsableGroups(map).ok)
  const parsed = parseUsableGroups(read?.kept ?? '')
  return new Set(parsed.ok ? Object.keys(parsed.value) : [])
}

export const planTokens = (
  data: Pick<OlderData, 'tokens' | 'family' | 'options'>,
  owners: ReadonlyMap<number, Owner>,
  notes: Notes,
): readonly PlannedToken[] => {
  const taken = new Set<string>()
  const offered = offeredGroups(data)
  return data.tokens.flatMap((row) => {
    const id = idOf(row, 'tokens')
    const userId = countOf(row, 'user_id')
    const key = trimmed(row, 'key').replace(/^sk-/, '')
    const owner = owners.get(userId)
    const refusal = owner === undefined ? `its account ${userId} is gone` : refusalOf(row, key, taken.has(key))
    if (refusal !== undefined) {
      notes.leftOut('tokens', id, refusal)
      return []
    }
    taken.add(key)
    const status = statusOf(row, data, (reason) => notes.changed('tokens', id, `${reason}; the token is disabled`))
    const group = trimmed(row, 'group')
    const isOffered = offered.has(group)
    if (group !== '' && group !== owner?.group && !isOffered)
      notes.changed('tokens', id, `its group ${group} is not offered to all; it is served by the group ${owner?.group} of its account`)
    const changed = (reason: string): void => notes.changed('tokens', id, reason)
    return [
      {
        id,
        userId,
        key,
        status,
        name: shortText(row, 'name'),
        createdTime: countOf(row, 'created_time'),
        accessedTime: countOf(row, 'accessed_time'),
        expiredTime: countOf(row, 'expired_time', -1n),
        remainQuota: quotaOf(row, 'remain_quota', changed),
        isUnlimited: flagOf(row, 'unlimited_quota'),
        usedQuota: quotaOf(row, 'used_quota', changed),
        ...limitsOf(row, data),
        group: isOffered ? group : '',
      },
    ]
  })
}

export const planRedemptions = (data: Pick<OlderData, 'redemptions'>, nowSeconds: number, notes: Notes): readonly PlannedRedemption[] => {
  const taken = new Set<string>()
  /** There are no codes here that expire: one whose time is over must not be worth something again. */
  const statusOf = (row: SourceRow, id: number): number => {
    const status = countOf(row, 'status')
    const expiry = countOf(row, 'expired_time')
    if (!CODE_STATUSES.has(status)) {
      notes.changed('redemptions', id, `the status ${status} is not known; the code is disabled`)
      return RedemptionStatus.disabled
    }
    if (status === RedemptionStatus.unused && wholeOf(row, 'quota') <= 0n) {
      notes.changed('redemptions', id, `it is worth ${wholeOf(row, 'quota')} units; the code is disabled`)
      return RedemptionStatus.disabled
    }
    if (expiry === 0 || status !== RedemptionStatus.unused) return status
    if (expiry > nowSeconds) {
      notes.changed('redemptions', id, 'codes do not expire here: it stays good after its time')
      return status
    }
    notes.changed('redemptions', id, 'its time is over; the code is disabled')
    return RedemptionStatus.disabled
  }
  return data.redemptions.flatMap((row) => {
    const id = idOf(row, 'redemptions')
    const key = trimmed(row, 'key')
    const refusal = refusalOf(row, key, taken.has(key))
    if (refusal !== undefined) {
      notes.leftOut('redemptions', id, refusal)
      return []
    }
    taken.add(key)
    return [
      {
        id,
        userId: countOf(row, 'user_id'),
        key,
        status: statusOf(row, id),
        name: shortText(row, 'name'),
        quota: quotaOf(row, 'quota', (reason) => notes.changed('redemptions', id, reason)),
        createdTime: countOf(row, 'created_time'),
        redeemedTime: countOf(row, 'redeemed_time'),
        redeemedBy: countOf(row, 'used_user_id'),
      },
    ]
  })
}
