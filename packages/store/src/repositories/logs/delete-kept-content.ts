import type { Kysely } from 'kysely'
import type { Schema } from '../../schema.ts'

/** What an account has said and was answered, as far as it is kept here. */
export const deleteKeptContent = async (db: Kysely<Schema>, userId: number): Promise<void> => {
  for (const table of ['stored_responses', 'request_bodies'] as const) await db.deleteFrom(table).where('user_id', '=', userId).execute()
}
