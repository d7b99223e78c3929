import { LogType, type LogObject } from '@weir/contract/log'
import { sql, type ExpressionBuilder, type SelectQueryBuilder, type Selectable } from 'kysely'
import { breathe } from '../breathe.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { kindFor, type Match } from '../log-sums/kinds.ts'
import { holdSums, takeOutOfSums } from '../log-sums/log-sums.ts'
import { END_OF_TIME, readSums } from '../log-sums/read-sums.ts'
import type { LogsTable, Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { createLogMarks, type Mark } from './log-marks.ts'
import { insertLog, type NewLog } from './new-log.ts'
import { LIKE_ESCAPE, prefixPattern, type Page } from './rows.ts'

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
  /** By type or, for everyone's rows, by the beginning of the content; among the newest rows alone, as content has no index. */
  search(keyword: string, limit: number, userId?: number): Promise<readonly DetailedLog[]>
  add(log: NewLog): Promise<void>
  /** In batches, so that a large clean-up does not lock the table. Returns how many went. */
  deleteBefore(createdAt: number): Promise<number>
}

/** Small enough that requests settle between two batches. */
const DELETE_BATCH = 500
const SEARCH_WINDOW = 50_000
const SUM_SECONDS = 7 * 86_400
/** One row with a time of long ago must not turn a sum into thousands. */
const MAX_SUMS = 60

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

/** Lists under a filter end sooner and have an index each. */
const isNarrow = ({ type: _type, ...filter }: LogFilter): boolean => Object.values(filter).some(given)

const notNewerThan = (eb: ExpressionBuilder<Schema, 'logs'>, { createdAt, id }: Mark = { createdAt: 0, id: 0 }) =>
  eb.and([eb('created_at', '<=', createdAt), eb.or([eb('created_at', '<', createdAt), eb('id', '<=', id)])])

/** In the words of the index over such rows. */
const isRare = sql<boolean>`type <> 2`

/** Channel tests have a list of their own; among everything else they would drown the rest. */
const ofType = <O>(query: LogQuery<O>, type = 0): LogQuery<O> =>
  type === LogType.all
    ? query.where('type', '!=', LogType.test)
    : query.where('type', '=', type).$if(type !== LogType.consume, (rare) => rare.where(isRare))

const matchOf = (filter: LogFilter, userId: number | undefined): Match => ({
  ...(userId !== undefined && { user_id: userId }),
  ...(given(filter.username) && { username: filter.username ?? '' }),
  ...(given(filter.tokenName) && { token_name: filter.tokenName ?? '' }),
  ...(given(filter.modelName) && { model_name: filter.modelName ?? '' }),
  ...(given(filter.channelId) && { channel_id: filter.channelId ?? 0 }),
})

export const createLogs = ({ kysely, engine, clock }: StoreContext): Logs => {
  const rowsOf = async (ids: readonly number[]): Promise<readonly DetailedLog[]> => {
    if (ids.length === 0) return []
    const rows = await kysely
      .selectFrom('logs')
      .selectAll()
      .where('id', 'in', ids)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    return rows.map(toLog)
  }

  const marks = createLogMarks()

  const newestFirst = (filter: LogFilter, userId: number | undefined, from?: Mark) =>
    ofType(narrow(kysely.selectFrom('logs').select(['id', 'created_at as createdAt']), filter), filter.type)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
      .$if(from !== undefined, (query) => query.where((eb) => notNewerThan(eb, from)))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')

  const countNewer = async (filter: LogFilter, than: Mark): Promise<number> => {
    const query = ofType(kysely.selectFrom('logs').select(sql<number>`count(*)`.as('rows')), filter.type)
    return (
      await query
        .where((eb) => eb.not(notNewerThan(eb, than)))
        .where('created_at', '>=', than.createdAt)
        .executeTakeFirstOrThrow()
    ).rows
  }

  const startOf = async (filter: LogFilter, offset: number, userId: number | undefined) => {
    if (userId !== undefined || isNarrow(filter)) return { offset }
    return marks(`type ${filter.type ?? 0}`, offset, {
      at: (from, distance) => newestFirst(filter, undefined, from).limit(1).offset(distance).executeTakeFirst(),
      countNewer: (than) => countNewer(filter, than),
    })
  }

  /** Numbers first, rows after: a deep page is counted off in an index, and only the rows that are shown are read. */
  const page = async (filter: LogFilter, { offset, limit }: Page, userId?: number): Promise<readonly DetailedLog[]> => {
    const start: { readonly from?: Mark; readonly offset: number } | undefined = await startOf(filter, offset, userId)
    if (start === undefined) return []
    const numbers = await newestFirst(filter, userId, start.from).limit(limit).offset(start.offset).execute()
    return rowsOf(numbers.map(({ id }) => id))
  }

  const sumOf = (filter: LogFilter, userId: number | undefined) => {
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
  }

  /** The filter cut into weeks or longer, within the time that the log covers at all. */
  const piecesOf = async (filter: LogFilter): Promise<readonly LogFilter[]> => {
    const covered = await kysely
      .selectFrom('logs')
      .select((eb) => [eb.fn.min<number | null>('created_at').as('first'), eb.fn.max<number | null>('created_at').as('last')])
      .executeTakeFirstOrThrow()
    const from = Math.max(filter.startTime || 0, covered.first ?? 0)
    const to = Math.min(filter.endTime || Number.MAX_SAFE_INTEGER, covered.last ?? -1)
    const length = Math.max(SUM_SECONDS, Math.ceil((to - from + 1) / MAX_SUMS))
    const pieces: LogFilter[] = []
    for (let startTime = from; startTime <= to; startTime += length) {
      pieces.push({ ...filter, startTime, endTime: Math.min(to, startTime + length - 1) })
    }
    return pieces
  }

  /** For what no sums are kept: by several dimensions at once. */
  const addUp = async (filter: LogFilter, userId: number | undefined) => {
    const total = { quota: 0, tokens: 0 }
    for (const part of await piecesOf(filter)) {
      const { quota, tokens } = await sumOf(part, userId)
      total.quota += quota
      total.tokens += tokens
      await breathe()
    }
    return total
  }

  const deleteSome = (createdAt: number): Promise<number> =>
    inTransaction(kysely, async (transaction) => {
      const throughId = await holdSums(transaction, engine)
      const old = transaction.selectFrom('logs').select('id').where('created_at', '<', createdAt)
      const ids = (await old.orderBy('created_at').limit(DELETE_BATCH).execute()).map(({ id }) => id)
      if (ids.length === 0) return 0
      await takeOutOfSums(
        transaction,
        engine,
        ids.filter((id) => id <= throughId),
      )
      return Number((await transaction.deleteFrom('logs').where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows)
    })

  return {
    listOwn: (userId, filter, { offset, limit }) => page(filter, { offset, limit }, userId),
    list: (filter, { offset, limit }) => page(filter, { offset, limit }),
    async sum(filter, userId) {
      const match = matchOf(filter, userId)
      const kind = kindFor(match)
      if (kind === undefined || given(filter.beforeId)) return addUp(filter, userId)
      const span = { from: filter.startTime || 0, to: Math.min(END_OF_TIME, filter.endTime ? filter.endTime + 1 : END_OF_TIME) }
      const [sum] = await readSums(kysely, { kind, match, span, by: [] })
      return { quota: sum?.quota ?? 0, tokens: (sum?.promptTokens ?? 0) + (sum?.completionTokens ?? 0) }
    },
    async search(keyword, limit, userId) {
      const newest = await kysely
        .selectFrom('logs')
        .select('id')
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .offset(SEARCH_WINDOW)
        .executeTakeFirst()
      const type = /^[1-9]$/.test(keyword) ? Number(keyword) : 0
      const isPrefix = sql<boolean>`content like ${prefixPattern(keyword)} escape ${sql.lit(LIKE_ESCAPE)}`
      const rows = await kysely
        .selectFrom('logs')
        .selectAll()
        .where((eb) => (userId === undefined ? eb.or([eb('type', '=', type), isPrefix]) : eb('type', '=', type)))
        .$if(userId !== undefined, (query) => query.where('user_id', '=', userId ?? 0))
        .$if(newest !== undefined, (query) => query.where('id', '>', newest?.id ?? 0))
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(limit)
        .execute()
      return rows.map(toLog)
    },
    add: (log) => insertLog(kysely, nowSeconds(clock), log),
    async deleteBefore(createdAt) {
      let deleted = 0
      for (;;) {
        const rows = await deleteSome(createdAt)
        if (rows === 0) break
        deleted += rows
        await breathe()
      }
      await kysely.deleteFrom('log_sums').where('start_at', '<', createdAt).where('requests', '=', 0).execute()
      return deleted
    },
  }
}
