import { sql, type Kysely } from 'kysely'
import { yieldToRequests } from '../../yield-to-requests.ts'
import type { Schema } from '../../schema.ts'

const WINDOW = 20_000
/** No keyword is longer. */
const BEGINNING = 200

interface Beginning {
  readonly id: number
  readonly text: string
}

/**
 * Finds the numbers of rows whose content begins with a keyword, among the newest alone. The rows are read once for all who ask at the same
 * time, and not again before they have been read: any number of searches costs about as much as one. No sign in a keyword means anything.
 */
export const createLogSearch = (kysely: Kysely<Schema>) => {
  let reading: Promise<unknown> = Promise.resolve()
  let next: Promise<readonly Beginning[]> | undefined

  const read = async (): Promise<readonly Beginning[]> => {
    const newest = await kysely.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return kysely
      .selectFrom('logs')
      .select(['id', sql<string>`substr(content, 1, ${sql.lit(BEGINNING)})`.as('text')])
      .where('id', '>', (newest?.id ?? 0) - WINDOW)
      .orderBy('id', 'desc')
      .execute()
  }

  const readAfter = async (earlier: Promise<unknown>): Promise<readonly Beginning[]> => {
    await Promise.allSettled([earlier])
    await yieldToRequests()
    next = undefined
    return read()
  }

  return async (keyword: string, limit: number): Promise<readonly number[]> => {
    next ??= reading = readAfter(reading)
    const found: number[] = []
    for (const { id, text } of await next) {
      if (text.startsWith(keyword)) found.push(id)
      if (found.length === limit) break
    }
    return found
  }
}
