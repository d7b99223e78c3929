import { LogType, MOST_ATTEMPTS } from '@weir/contract/log'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { LogList } from '../../log-index/postings/read-postings.ts'
import { conditionsOf } from '../../log-index/conditions.ts'
import type { Match } from '../../log-index/kinds.ts'
import type { Schema } from '../../schema.ts'

/** Zero and empty mean "any". */
export interface LogFilter {
  readonly type?: number
  readonly startTime?: number
  readonly endTime?: number
  readonly modelName?: string
  readonly tokenName?: string
  readonly username?: string
  readonly channelId?: number
  /** By which it was charged. */
  readonly groupName?: string
  readonly outcome?: string
  /** Why a request failed or was refused. */
  readonly fault?: string
  /** At least so many channels were tried. */
  readonly attempts?: number
  /** The id, or its beginning up to a dash: a realtime session has one row for each answer. */
  readonly requestId?: string
}

/** Only requests succeed: rows of other types are told as `ok` as well. */
const typeOf = ({ type = LogType.all, outcome }: LogFilter): number => (type === LogType.all && outcome === 'ok' ? LogType.consume : type)

export const matchOf = (filter: LogFilter, userId?: number): Match => ({
  ...(userId !== undefined && { user_id: userId }),
  ...(filter.username && { username: filter.username }),
  ...(filter.tokenName && { token_name: filter.tokenName }),
  ...(filter.modelName && { model_name: filter.modelName }),
  ...(filter.channelId && { channel_id: filter.channelId }),
  ...(filter.groupName && { group_name: filter.groupName }),
  ...(filter.outcome && { outcome: filter.outcome }),
  ...(filter.fault && { fault: filter.fault }),
  ...(filter.attempts && filter.attempts > 1 && { attempts: Math.min(filter.attempts, MOST_ATTEMPTS) }),
})

export const listOf = (filter: LogFilter, userId?: number): LogList => ({
  match: matchOf(filter, userId),
  isConsumption: typeOf(filter) === LogType.consume,
  first: filter.startTime || 0,
  last: filter.endTime || Number.MAX_SAFE_INTEGER,
})

/** Rows that are few enough to be found by their type. */
export const isOfRareType = ({ type = LogType.all }: LogFilter): boolean => type !== LogType.all && type !== LogType.consume

type LogQuery<O> = SelectQueryBuilder<Schema, 'logs', O>

/** The time is wrapped to keep planners from its index: it holds no order that a list could use. */
const time = sql<number>`coalesce(created_at, 0)`
/** In the words of the index over such rows. */
const isRare = sql<boolean>`type <> 2`

/** Channel tests have a list of their own; among everything else they would drown the rest. */
export const narrow = <O>(query: LogQuery<O>, filter: LogFilter, userId?: number): LogQuery<O> => {
  const { match, first, last } = listOf(filter, userId)
  const type = typeOf(filter)
  const typed =
    type === LogType.all
      ? query.where('type', '!=', LogType.test)
      : query.where('type', '=', type).$if(isOfRareType(filter), (rare) => rare.where(isRare))
  const timed = typed
    .$if(first > 0, (timely) => timely.where(time, '>=', first))
    .$if(last < Number.MAX_SAFE_INTEGER, (timely) => timely.where(time, '<=', last))
  return conditionsOf(match).reduce((narrowed, condition) => narrowed.where(condition), timed)
}
