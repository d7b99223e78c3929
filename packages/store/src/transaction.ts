import type { Kysely, Transaction } from 'kysely'
import { WriteConflict } from './errors.ts'
import type { Schema } from './schema.ts'

const MAX_TRIES = 8

/** All or nothing. The loser of a deadlock was rolled back whole and simply runs again. */
export const inTransaction = async <T>(kysely: Kysely<Schema>, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await kysely.transaction().execute(work)
    } catch (error) {
      if (!(error instanceof WriteConflict) || tries === MAX_TRIES) throw error
    }
  }
}
