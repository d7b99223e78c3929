import { LogType } from '@weir/contract/log'
import { addSaturated } from '@weir/contract/values/quantity'
import { sql, type Selectable } from 'kysely'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { logDatabaseOf, nowSeconds, type StoreContext } from '../../context.ts'
import { markPostingsStale, rebuildStalePostings } from '../../log-index/postings/stale-postings.ts'
import { rowRangesOf } from '../../log-index/postings/read-postings.ts'
import { placesIn, rowsOfList } from '../../log-index/postings/rows-of-list.ts'
import { deleteDaysBefore } from '../../log-index/delete-days.ts'
import { DAY, kindFor } from '../../log-index/kinds.ts'
import { deleteEmptyRollups, subtractRows } from '../../log-index/rollups/subtract-rows.ts'
import { END_OF_TIME, readRollups } from '../../log-index/rollups/read-rollups.ts'
import { backlogOf } from '../../log-index/rollups/backlog.ts'
import { COSTED_QUOTA } from '../../log-index/rollups/rollup-query.ts'
import { lockAllWatermarks, countDeletion } from '../../log-index/watermarks.ts'
import type { LogsTable } from '../../schema.ts'
import { inTransaction } from '../../transaction.ts'
import { padded } from '../../padded.ts'
import { isOfRareType, listOf, matchOf, narrow, type LogFilter } from './log-filter.ts'
import { deleteBodiesBefore } from './request-bodies.ts'
import { findRequest, MAX_ROWS_OF_REQUEST } from './find-request.ts'
import { createLogSearch } from './log-search.ts'
import { scanLogs } from './scan-logs.ts'
import { insertLog, type NewLog } from '../../new-log.ts'
import type { Page } from '../../rows.ts'

/** A log row as it is stored: with what the charge was computed from and the way the request took. */
export type DetailedLog = Omit<Selectable<LogsTable>, 'channel_id' | 'group_name'> & { readonly channel: number; readonly group: string }

export interface LogSum {
  readonly quota: number
  readonly tokens: number
  /** What upstream takes for it, of rows where that is known. */
  readonly cost: number
  /** What is left of the charges for those rows. */
  readonly margin: number
}

const NO_SUM: LogSum = { quota: 0, tokens: 0, cost: 0, margin: 0 }

export interface Logs {
  /** Of this user alone, where one is given. */
  find(id: number, userId?: number): Promise<DetailedLog | undefined>
  listOwn(userId: number, filter: LogFilter, page: Page): Promise<readonly DetailedLog[]>
  list(filter: LogFilter, page: Page): Promise<readonly DetailedLog[]>
  /** Every row under a filter, newest first, in batches that fit into memory. */
  scan(filter: LogFilter): AsyncIterable<readonly DetailedLog[]>
  /** How many rows the list has, counted no further than `most`. */
  count(filter: LogFilter, most: number, userId?: number): Promise<number>
  /** Sums over consumption alone, whatever `type` says. */
  sum(filter: LogFilter, userId?: number): Promise<LogSum>
  /** By type or, for everyone's rows, by the beginning of the content; that among the newest rows alone, as content has no index. */
  search(keyword: string, limit: number, userId?: number): Promise<readonly DetailedLog[]>
  add(log: NewLog): Promise<void>
  /** In batches, so that a large clean-up does not lock the table. Returns how many went. */
  deleteBefore(createdAt: number): Promise<number>
}

/** Small enough that requests settle between two batches. */
const DELETE_BATCH = 500

const toLog = (row: Selectable<LogsTable>): DetailedLog => {
  const { channel_id: channel, group_name: group, ...rest } = row
  return { ...rest, channel, group: group ?? '' }
}

export const createLogs = (context: StoreContext): Logs => {
  const { kysely: main, clock, logDatabase } = context
  const { kysely, engine } = logDatabaseOf(context)
  /** Numbers first, rows after: only the rows that are shown are read. */
  const rowsOf = async (ids: readonly number[]): Promise<readonly DetailedLog[]> => {
    if (ids.length === 0) return []
    const rows = await kysely.selectFrom('logs').selectAll().where('id', 'in', padded(ids)).orderBy('id', 'desc').execute()
    return rows.map(toLog)
  }

  const newestFirst = (filter: LogFilter, userId: number | undefined) =>
    narrow(kysely.selectFrom('logs').select('id'), filter, userId).orderBy('id', 'desc')

  const idsOfRareType = async (filter: LogFilter, { offset, limit }: Page, userId?: number): Promise<readonly number[]> =>
    (await newestFirst(filter, userId).limit(limit).offset(offset).execute()).map(({ id }) => id)

  const idsByPostings = async (filter: LogFilter, { offset, limit }: Page, userId?: number): Promise<readonly number[]> => {
    const found: number[] = []
    let skipped = 0
    for await (const range of rowRangesOf(kysely, listOf(filter, userId))) {
      if (range.count !== undefined && skipped + range.count <= offset) {
        skipped += range.count
        continue
      }
      const wanted = offset - skipped + limit - found.length
      const ids = range.ids?.() ?? (await newestFirst(filter, userId).where(placesIn(range)).limit(wanted).execute()).map(({ id }) => id)
      found.push(...ids.slice(Math.max(0, offset - skipped), wanted))
      skipped += Math.min(ids.length, offset - skipped)
      if (found.length === limit) break
      await yieldToRequests()
    }
    return found
  }

  const idsOfRequest = async (
    requestId: string,
    filter: LogFilter,
    { offset, limit, userId }: Page & { readonly userId?: number | undefined },
  ) => (await findRequest(kysely, { requestId, filter, userId, limit: offset + limit })).slice(offset)

  const idsOf = (filter: LogFilter, bounds: Page, userId?: number): Promise<readonly number[]> => {
    if (filter.requestId) return idsOfRequest(filter.requestId, filter, { ...bounds, userId })
    return (isOfRareType(filter) ? idsOfRareType : idsByPostings)(filter, bounds, userId)
  }

  const sumOf = (expression: string) => sql<number>`coalesce(${sql.raw(engine.sum(expression))}, 0)`

  const figures = kysely
    .selectFrom('logs')
    .where('type', '=', LogType.consume)
    .select([
      sumOf('quota').as('quota'),
      sumOf('prompt_tokens + completion_tokens').as('tokens'),
      sumOf('cost').as('cost'),
      sumOf(COSTED_QUOTA).as('costed'),
    ])

  /** For what no rollups are kept: by several dimensions at once. */
  const sumRows = async (filter: LogFilter, userId: number | undefined) => {
    const total = { ...NO_SUM }
    const list = listOf({ ...filter, type: LogType.consume }, userId)
    for await (const rows of rowsOfList({ kysely, engine }, list)) {
      const { quota, tokens, cost, costed } = await figures.where(rows).executeTakeFirstOrThrow()
      total.quota = addSaturated(total.quota, quota)
      total.tokens = addSaturated(total.tokens, tokens)
      total.cost = addSaturated(total.cost, cost)
      total.margin = addSaturated(total.margin, costed - cost)
      await yieldToRequests()
    }
    return total
  }

  const sumOfRequest = async (requestId: string, filter: LogFilter, userId: number | undefined) => {
    const ids = await findRequest(kysely, { requestId, filter: { ...filter, type: LogType.consume }, userId, limit: MAX_ROWS_OF_REQUEST })
    if (ids.length === 0) return NO_SUM
    const { costed, ...sum } = await figures.where('id', 'in', padded(ids)).executeTakeFirstOrThrow()
    return { ...sum, margin: costed - sum.cost }
  }

  const deleteSome = (createdAt: number): Promise<number> =>
    inTransaction(kysely, async (transaction) => {
      const watermarks = await lockAllWatermarks(transaction, engine)
      const old = transaction.selectFrom('logs').select('id').where('created_at', '<', createdAt)
      const ids = (await old.orderBy('created_at').limit(DELETE_BATCH).execute()).map(({ id }) => id)
      if (ids.length === 0) return 0
      await subtractRows(transaction, engine, { ids, watermarks })
      await markPostingsStale(transaction, ids)
      await countDeletion(transaction, watermarks, ids)
      return Number((await transaction.deleteFrom('logs').where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows)
    })

  const search = createLogSearch(kysely)

  return {
    async find(id, userId) {
      const [row] = await rowsOf([id])
      return userId === undefined || row?.user_id === userId ? row : undefined
    },
    listOwn: async (userId, filter, bounds) => rowsOf(await idsOf(filter, bounds, userId)),
    list: async (filter, bounds) => rowsOf(await idsOf(filter, bounds)),
    async *scan(filter) {
      await logDatabase?.catchUp()
      for await (const rows of scanLogs(kysely, filter)) yield rows.map(toLog)
    },
    count: async (filter, most, userId) => (await idsOf(filter, { offset: 0, limit: most }, userId)).length,
    async sum(filter, userId) {
      if (filter.requestId) return sumOfRequest(filter.requestId, filter, userId)
      const match = matchOf(filter, userId)
      const kind = kindFor(match)
      if (kind === undefined || (await backlogOf({ kysely }, kind)) > 0) return sumRows(filter, userId)
      const span = { from: filter.startTime || 0, to: Math.min(END_OF_TIME, filter.endTime ? filter.endTime + 1 : END_OF_TIME) }
      const [sum] = await readRollups({ kysely, engine }, { kind, match, span, by: [] })
      if (sum === undefined) return NO_SUM
      const { quota, promptTokens, completionTokens, cost, costedQuota } = sum
      return { quota, tokens: addSaturated(promptTokens, completionTokens), cost, margin: costedQuota - cost }
    },
    async search(keyword, limit, userId) {
      const type = /^[1-9]$/.test(keyword) ? Number(keyword) : 0
      const ofType = type === 0 ? [] : await idsOf({ type }, { offset: 0, limit }, userId)
      const begun = userId === undefined ? await search(keyword, limit) : []
      return rowsOf([...new Set([...ofType, ...begun])].toSorted((a, b) => b - a).slice(0, limit))
    },
    add: (log) => insertLog(main, nowSeconds(clock), log),
    async deleteBefore(createdAt) {
      // A row that arrived after its day was deleted would be in no figure.
      await logDatabase?.catchUp()
      let deleted = await deleteDaysBefore({ kysely, engine }, createdAt - (createdAt % DAY))
      for (;;) {
        const rows = await deleteSome(createdAt)
        if (rows === 0) break
        deleted += rows
        await yieldToRequests()
      }
      await rebuildStalePostings({ kysely, engine })
      await deleteEmptyRollups(kysely, createdAt)
      await deleteBodiesBefore(main, createdAt)
      return deleted
    },
  }
}
