import { RedemptionStatus } from '@weir/contract/redemption'
import { Role, UserStatus } from '@weir/contract/user'
import { counted } from '@weir/contract/values/counted'
import type { SourceRow } from '../dialect/source/source.ts'
import { Notes } from './notes.ts'
import type { OlderData } from './older-data.ts'
import type { Plan } from './plan.ts'
import { planChannels, type ConfigRules } from './plan-channels.ts'
import { planOptions, type KnownRatios } from './plan-options.ts'
import { planRedemptions, planTokens } from './plan-tokens.ts'
import { isDeletedUser, planUsers } from './plan-users.ts'
import { BadSource, countOf, trimmed, wholeOf } from './source-value.ts'

export interface PlanRules {
  readonly config: ConfigRules
  readonly ratios: KnownRatios
  readonly nowSeconds: number
}

const total = (rows: readonly SourceRow[], column: string): bigint => rows.reduce((sum, row) => sum + wholeOf(row, column), 0n)

/** Read from the source as it is, so that nothing that planning does can make the two sides agree. */
const sumsOf = ({ users, tokens, redemptions }: OlderData, nowSeconds: number): Plan['sums'] => {
  const ids = new Set(users.map((row) => wholeOf(row, 'id')))
  const isForfeited = (row: SourceRow): boolean => isDeletedUser(row) && wholeOf(row, 'quota') > 0n
  const isOwned = (row: SourceRow): boolean => ids.has(wholeOf(row, 'user_id')) && trimmed(row, 'deleted_at') === ''
  const isOver = (row: SourceRow): boolean => countOf(row, 'expired_time') !== 0 && countOf(row, 'expired_time') <= nowSeconds
  const isUnused = (row: SourceRow): boolean =>
    countOf(row, 'status') === RedemptionStatus.unused && trimmed(row, 'deleted_at') === '' && !isOver(row) && wholeOf(row, 'quota') > 0n
  return {
    'balances of accounts': total(
      users.filter((row) => !isForfeited(row)),
      'quota',
    ),
    'forfeited by deleted accounts': total(users.filter(isForfeited), 'quota'),
    'used by accounts': total(users, 'used_quota'),
    'left on tokens': total(tokens.filter(isOwned), 'remain_quota'),
    'unused codes': total(redemptions.filter(isUnused), 'quota'),
  }
}

const noteWhole = ({ homeless, unknownColumns, channels, options }: OlderData, notes: Notes): void => {
  for (const [table, rows] of homeless)
    notes.leftOut(table, 0, `${counted(rows, 'row')}: there is no place for ${rows === 1 ? 'it' : 'them'} here`)
  for (const column of unknownColumns) notes.leftOut(column, 0, 'a column that is not known here')
  if (channels.length + options.length === 0) notes.kept('channels', 0, 'the source has neither channels nor options')
}

/** Everything that comes over, and what is to be said about it. */
export const makePlan = (data: OlderData, { config, ratios, nowSeconds }: PlanRules): Plan => {
  const notes = new Notes()
  const users = planUsers(data, notes)
  if (!users.some(({ role, status }) => role >= Role.root && status === UserStatus.enabled))
    throw new BadSource('the source has no enabled account of the role root (100): nobody could run what comes out of it')
  const tokens = planTokens(data, new Map(users.map((user) => [user.id, user])), notes)
  const channels = planChannels(data, config, notes)
  const redemptions = planRedemptions(data, nowSeconds, notes)
  const options = planOptions(data, ratios, notes)
  noteWhole(data, notes)
  const counts = Object.entries({ users, tokens, channels, redemptions, options }).map(([table, rows]) => ({
    table,
    there: data[table as 'users'].length,
    here: rows.length,
  }))
  return { family: data.family, users, tokens, channels, redemptions, options, counts, sums: sumsOf(data, nowSeconds), notes: notes.all }
}
