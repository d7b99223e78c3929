import type { Kysely } from 'kysely'
import { literal, type Source } from '../dialect/source/source.ts'
import type { Schema } from '../schema.ts'
import { isInserted } from '../rows.ts'

/** In the main database: which database has its log. In a database for the log: whose it is. Both bear the same id. */
export const LOG_PLACE_OPTION = 'log_database'
export const LOG_OWNER_OPTION = 'log_of'

export interface LogPlace {
  readonly id: string
  /** Rows may lie there. Until then nothing was taken away from the main database. */
  readonly isTaken: boolean
  /** For a person, without the password. */
  readonly place: string
}

const TAKEN = 'taken'
const CLAIMED = 'claimed'

const renderLogPlace = ({ id, isTaken, place }: LogPlace): string => `${id} ${isTaken ? TAKEN : CLAIMED} ${place}`

export const parseLogPlace = (text: string): LogPlace => {
  const [id = '', state = '', ...place] = text.split(' ')
  return { id, isTaken: state !== CLAIMED, place: place.join(' ') }
}

const valueOf = async (db: Kysely<Schema>, name: string): Promise<string | undefined> =>
  (await db.selectFrom('options').select('value').where('name', '=', name).executeTakeFirst())?.value

/** The same of a database that is only read, of whatever version. */
export const markIn = async (source: Source, name: string): Promise<string | undefined> => {
  if ((await source.columnsOf('options')).size === 0) return undefined
  const [row] = await source.query(`select value from options where name = ${literal(name)}`)
  return row === undefined ? undefined : String(row['value'])
}

export const readLogPlace = async (db: Kysely<Schema>): Promise<LogPlace | undefined> => {
  const text = await valueOf(db, LOG_PLACE_OPTION)
  return text === undefined ? undefined : parseLogPlace(text)
}

export const readLogOwner = (db: Kysely<Schema>): Promise<string | undefined> => valueOf(db, LOG_OWNER_OPTION)

/** Of two that begin at once one is first; whoever is second goes on with what the first has written. */
export const writeMark = async (db: Kysely<Schema>, name: string, value: string): Promise<void> => {
  await isInserted(() => db.insertInto('options').values({ name, value, is_sealed: false }).execute())
}

export const writeLogPlace = (db: Kysely<Schema>, place: LogPlace): Promise<void> => writeMark(db, LOG_PLACE_OPTION, renderLogPlace(place))

export const replaceLogPlace = async (db: Kysely<Schema>, place: LogPlace): Promise<void> => {
  await db
    .updateTable('options')
    .set({ value: renderLogPlace(place) })
    .where('name', '=', LOG_PLACE_OPTION)
    .execute()
}

export const forgetLogPlace = async (db: Kysely<Schema>): Promise<void> => {
  await db.deleteFrom('options').where('name', '=', LOG_PLACE_OPTION).execute()
}
