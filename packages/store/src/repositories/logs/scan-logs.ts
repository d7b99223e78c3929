import type { Kysely, Selectable } from 'kysely'
import { rowRangesOf, type RowRange } from '../../log-index/postings/read-postings.ts'
import { padded } from '../../padded.ts'
import type { LogsTable, Schema } from '../../schema.ts'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { findRequest, MAX_ROWS_OF_REQUEST } from './find-request.ts'
import { isOfRareType, listOf, narrow, type LogFilter } from './log-filter.ts'

type LogRow = Selectable<LogsTable>

/** Rows that are in memory at once. */
const BATCH = 512

/**
 * Every row under a filter, newest first, in batches: a cursor, so that the last ones cost as much as the first. Rows that are written
 * meanwhile are not among them; one that is deleted meanwhile may be missing.
 */
export async function* scanLogs(kysely: Kysely<Schema>, filter: LogFilter): AsyncGenerator<readonly LogRow[]> {
  const rowsWith = (ids: readonly number[]): Promise<readonly LogRow[]> =>
    kysely.selectFrom('logs').selectAll().where('id', 'in', padded(ids)).orderBy('id', 'desc').execute()

  const narrowed = () => narrow(kysely.selectFrom('logs').selectAll(), filter).orderBy('id', 'desc')

  async function* byIds(ids: readonly number[]): AsyncGenerator<readonly LogRow[]> {
    for (let at = 0; at < ids.length; at += BATCH) yield await rowsWith(ids.slice(at, at + BATCH))
  }

  async function* byRange({ from, to }: RowRange): AsyncGenerator<readonly LogRow[]> {
    for (let end = to; end > from; end -= BATCH)
      yield await narrowed()
        .where('id', '>=', Math.max(from, end - BATCH))
        .where('id', '<', end)
        .execute()
  }

  async function* ofRareType(): AsyncGenerator<readonly LogRow[]> {
    for (let before = Number.MAX_SAFE_INTEGER; ;) {
      const rows = await narrowed().where('id', '<', before).limit(BATCH).execute()
      yield rows
      if (rows.length < BATCH) return
      before = rows.at(-1)?.id ?? 0
    }
  }

  async function* all(): AsyncGenerator<readonly LogRow[]> {
    const { requestId } = filter
    if (requestId) {
      yield* byIds(await findRequest(kysely, { requestId, filter, userId: undefined, limit: MAX_ROWS_OF_REQUEST }))
      return
    }
    if (isOfRareType(filter)) {
      yield* ofRareType()
      return
    }
    for await (const range of rowRangesOf(kysely, listOf(filter))) {
      const ids = range.ids?.()
      yield* ids === undefined ? byRange(range) : byIds(ids)
    }
  }

  for await (const rows of all()) {
    if (rows.length > 0) yield rows
    await yieldToRequests()
  }
}
