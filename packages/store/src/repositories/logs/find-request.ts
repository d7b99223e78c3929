import { sql, type Kysely } from 'kysely'
import { rowRangesOf } from '../../log-index/postings/read-postings.ts'
import { placesIn } from '../../log-index/postings/rows-of-list.ts'
import type { Schema } from '../../schema.ts'
import { yieldToRequests } from '../../yield-to-requests.ts'
import { listOf, narrow, type LogFilter } from './log-filter.ts'

/** An id begins with the moment it was made at, in UTC. */
const STAMP = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})/
const HOUR = 3600

/** Where a row can be, seconds before and after its id was made: nearly always at once, else as late as streams last. Imported ids are in some local time. */
const SPANS = [
  { before: 2, after: HOUR },
  { before: 14 * HOUR, after: 24 * HOUR },
] as const

const madeAt = (requestId: string): number | undefined => {
  const found = STAMP.exec(requestId)
  if (found === null) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = found.slice(1).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second) / 1000
}

/** A realtime session has a row for each of its answers. */
export const MAX_ROWS_OF_REQUEST = 500

interface Asked {
  readonly requestId: string
  readonly filter: LogFilter
  readonly userId: number | undefined
  /** So many are enough. */
  readonly limit: number
}

/** The numbers of the rows of a request, newest first. No index holds the ids: the time in them says which blocks to look through, and marks which of their rows. */
export const findRequest = async (kysely: Kysely<Schema>, { requestId, filter, userId, limit }: Asked): Promise<readonly number[]> => {
  const at = madeAt(requestId)
  if (at === undefined) return []
  const found: number[] = []
  for (const { before, after } of SPANS) {
    const startTime = Math.max(filter.startTime ?? 0, at - before)
    const endTime = Math.min(filter.endTime || Number.MAX_SAFE_INTEGER, at + after)
    const span: LogFilter = { ...filter, startTime, endTime }
    for await (const range of rowRangesOf(kysely, { ...listOf({ startTime, endTime }), match: {}, requestId })) {
      const rows = await narrow(kysely.selectFrom('logs').select('id'), span, userId)
        .where(placesIn(range))
        .where(sql<boolean>`(request_id = ${requestId} or substr(request_id, 1, ${requestId.length + 1}) = ${`${requestId}-`})`)
        .orderBy('id', 'desc')
        .limit(limit - found.length)
        .execute()
      found.push(...rows.map(({ id }) => id))
      if (found.length >= limit) return found
      await yieldToRequests()
    }
    if (found.length > 0) return found
  }
  return found
}
