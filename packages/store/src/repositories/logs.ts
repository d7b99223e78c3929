import { LogType, type LogObject } from '@weir/contract/log'
import type { SelectQueryBuilder, Selectable } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { LogsTable, Schema } from '../schema.ts'
import { insertLog, type NewLog } from './new-log.ts'
import type { Page } from './rows.ts'

/** Zero and empty mean "any". */
export interface LogFilter {
  readonly type?: number
  readonly startTime?: number
  readonly endTime?: number
  readonly modelName?: string
  readonly tokenName?: string
  readonly username?: string
  readonly channelId?: number
  /** Rows older than this one: paging that stays fast on the thousandth page. */
  readonly beforeId?: number
}

/** A log row with what the charge was computed from. */
export interface DetailedLog extends LogObject {
  readonly outcome: string
  readonly detail: string
}

export interface Logs {
  listOwn(userId: number, filter: LogFilter, page: Page): Promise<readonly DetailedLog[]>
  list(filter: LogFilter, page: Page): Promise<readonly DetailedLog[]>
  /** Sums over consumption alone, whatever `type` says. */
  sum(filter: LogFilter, userId?: number): Promise<{ readonly quota: number; readonly tokens: number }>
  add(log: NewLog): Promise<void>
  /** In batches, so that a large clean-up does not lock the table. Returns how many went. */
  deleteBefore(createdAt: number): Promise<number>
}

const DELETE_BATCH = 1000

const toLog = (row: Selectable<LogsTable>): DetailedLog => {
  const { channel_id: channel, ...rest } = row
  return { ...rest, channel }
}

type LogQuery<O> = SelectQueryBuilder<Schema, 'logs', O>

const given = (value: number | string | undefined): boolean => value !== undefined && value !== 0 && value !== ''

const narrow = <O>(query: LogQuery<O>, filter: LogFilter): LogQuery<O> =>
  query
    .$if(given(filter.startTime), (q) => q.where('created_at', '>=', filter.startTime ?? 0))
    .$if(given(filter.endTime), (q) => q.where('created_at', '<=', filter.endTime ?? 0))
    .$if(given(filter.modelName), (q) => q.where('model_name', '=', filter.modelName ?? ''))
    .$if(given(filter.tokenName), (q) => q.where('token_name', '=', filter.tokenName ?? ''))
    .$if(given(filter.username), (q) => q.where('username', '=', filter.username ?? ''))
    .$if(given(filter.channelId), (q) => q.where('channel_id', '=', filter.channelId ?? 0))
    .$if(given(filter.beforeId), (q) => q.where('id', '<', filter.beforeId ?? 0))

/** Channel tests have a list of their own; among everything else they would drown the rest. */
const ofType = <O>(query: LogQuery<O>, type = 0): LogQuery<O> =>
  type === LogType.all ? query.where('type', '!=', LogType.test) : query.where('type', '=', type)

export const createLogs = ({ kysely, clock }: StoreContext): Logs => {
  const page = async (filter: LogFilter, { offset, limit }: Page, userId?: number): Promise<readonly DetailedLog[]> => {
    const rows = await ofType(narrow(kysely.selectFrom('logs').selectAll(), filter), filter.type)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return rows.map(toLog)
  }

  return {
    listOwn: (userId, filter, { offset, limit }) => page(filter, { offset, limit }, userId),
    list: (filter, { offset, limit }) => page(filter, { offset, limit }),
    async sum(filter, userId) {
      const base = kysely
        .selectFrom('logs')
        .select((eb) => [
          eb.fn.coalesce(eb.fn.sum<number>('quota'), eb.lit(0)).as('quota'),
          eb.fn.coalesce(eb.fn.sum<number>(eb('prompt_tokens', '+', eb.ref('completion_tokens'))), eb.lit(0)).as('tokens'),
        ])
      return narrow(base, filter)
        .where('type', '=', LogType.consume)
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
        .executeTakeFirstOrThrow()
    },
    add: (log) => insertLog(kysely, nowSeconds(clock), log),
    async deleteBefore(createdAt) {
      let deleted = 0
      for (;;) {
        const rows = await kysely.selectFrom('logs').select('id').where('created_at', '<', createdAt).limit(DELETE_BATCH).execute()
        if (rows.length === 0) return deleted
        const ids = rows.map((row) => row.id)
        deleted += Number((await kysely.deleteFrom('logs').where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows)
      }
    },
  }
}
