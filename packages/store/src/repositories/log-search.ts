import { sql, type Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Fifty people may search at once, each for something else. */
const WINDOW = 10_000

/** Letter by letter: no sign in a keyword means anything, and upper and lower case are two things on every database. */
const beginsWith = (keyword: string) => sql<boolean>`substr(content, 1, ${sql.lit(Array.from(keyword).length)}) = ${keyword}`

/** Finds the numbers of rows whose content begins with a keyword, among the newest alone. What many ask at once is looked for once. */
export const createLogSearch = (kysely: Kysely<Schema>) => {
  const running = new Map<string, Promise<readonly number[]>>()

  const find = async (keyword: string, limit: number): Promise<readonly number[]> => {
    const newest = await kysely.selectFrom('logs').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    const rows = await kysely
      .selectFrom('logs')
      .select('id')
      .where('id', '>', (newest?.id ?? 0) - WINDOW)
      .where(beginsWith(keyword))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }

  return (keyword: string, limit: number): Promise<readonly number[]> => {
    const question = `${limit} ${keyword}`
    const known = running.get(question)
    if (known !== undefined) return known
    const answer = find(keyword, limit).finally(() => running.delete(question))
    running.set(question, answer)
    return answer
  }
}
