import { sql, type InsertObject, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import type { Engine } from './dialect/engine.ts'
import { DuplicateRow, checkedInteger } from './errors.ts'
import type { Schema } from './schema.ts'

export interface Page {
  readonly offset: number
  readonly limit: number
}

type WithId = 'users' | 'tokens' | 'channels' | 'logs' | 'ledger_entries' | 'budgets' | 'alert_targets' | 'alert_rules' | 'alerts'

/** One insert, and the id the database gave it. */
export const insertRow = async <T extends WithId>(
  db: Kysely<Schema>,
  engine: Engine,
  { table, values }: { readonly table: T; readonly values: InsertObject<Schema, T> },
): Promise<number> => {
  const insert = db.insertInto<WithId>(table).values(values)
  if (engine.capabilities.supportsReturning) return (await insert.returning('id').executeTakeFirstOrThrow()).id
  const { insertId } = await insert.executeTakeFirstOrThrow()
  return checkedInteger(Number(insertId))
}

/** How many rows a query finds. */
export const countRows = async (query: { execute(): Promise<readonly { readonly count: number | string | bigint }[]> }): Promise<number> =>
  Number((await query.execute())[0]?.count ?? 0)

/** `|` escapes, not the backslash: MySQL and PostgreSQL disagree on what a backslash means in a literal. */
export const LIKE_ESCAPE = '|'
export const prefixPattern = (prefix: string): string => `${prefix.replace(/[|%_]/g, (character) => `|${character}`)}%`

/** A keyword that is a number may name a row; 0 names none. */
const idIn = (keyword: string): number => (/^\d{1,15}$/.test(keyword) ? Number(keyword) : 0)

/** By id, or by the beginning of one of the columns. */
export const isFoundBy = (keyword: string, columns: readonly string[]): RawBuilder<boolean> => {
  const pattern = prefixPattern(keyword)
  const isLike = columns.map((column) => sql`${sql.ref(column)} like ${pattern} escape ${sql.lit(LIKE_ESCAPE)}`)
  return sql<boolean>`(id = ${idIn(keyword)} or ${sql.join(isLike, sql` or `)})`
}

/** Counts characters, not halves of them: a cut emoji is not valid text. */
export const clip = (text: string, length: number): string => (text.length <= length ? text : Array.from(text).slice(0, length).join(''))

/** PostgreSQL cannot store NUL, and a log row must never be the reason why a request is not booked. */
export const cleanForLog = (text: string, length: number): string => clip(text.replaceAll('\0', ''), length)

export const emptyToNull = (text: string): string | null => (text === '' ? null : text)
export const nullToEmpty = (text: string | null): string => text ?? ''

/** One by one in the order of the vault, in which a row moves while a root key is replaced: it is found wherever it is by then. */
export const findAmong = async <T>(
  lookups: readonly string[],
  find: (lookup: string) => Promise<T | undefined>,
): Promise<T | undefined> => {
  for (const lookup of lookups) {
    const found = await find(lookup)
    if (found !== undefined) return found
  }
  return undefined
}

/** The same for a write: the first that changes a row ends the search. */
export const isHitAmong = async (lookups: readonly string[], write: (lookup: string) => Promise<bigint>): Promise<boolean> =>
  (await findAmong(lookups, async (lookup) => ((await write(lookup)) > 0n ? true : undefined))) === true

/** False when the row is there already. */
export const isInserted = async (insert: () => Promise<unknown>): Promise<boolean> => {
  try {
    await insert()
    return true
  } catch (error) {
    if (error instanceof DuplicateRow) return false
    throw error
  }
}

export type Revision = 'channels' | 'options' | 'budgets' | 'stored-responses' | 'alerts'

/** Tells other nodes that their picture is old. Runs in the transaction that changes the thing. */
export const bumpRevision = async (db: Kysely<Schema>, name: Revision): Promise<void> => {
  await db
    .updateTable('revisions')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('name', '=', name)
    .execute()
}

export const readRevision = async (db: Kysely<Schema>, name: Revision): Promise<number> =>
  (await db.selectFrom('revisions').select('revision').where('name', '=', name).executeTakeFirst())?.revision ?? 0

/** What is counted after this stays as it was counted until the transaction ends. */
export const lockUser = async (db: Transaction<Schema>, { capabilities }: Engine, userId: number): Promise<void> => {
  const user = db.selectFrom('users').select('id').where('id', '=', userId)
  await user.$if(capabilities.supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
}
