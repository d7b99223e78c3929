import type { Kysely, Transaction } from 'kysely'
import { WriteConflict } from './errors.ts'
import type { Schema } from './schema.ts'

const MAX_TRIES = 8

/** The loser of a deadlock was rolled back whole by the database and simply runs again. */
export const retryConflicts = async <T>(work: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof WriteConflict) || tries === MAX_TRIES) throw error
    }
  }
}

const isTransaction = (kysely: Kysely<Schema>): kysely is Transaction<Schema> => kysely.isTransaction

/** All or nothing. The loser of a deadlock runs again; as part of a larger transaction, with all of it. */
export const inTransaction = async <T>(kysely: Kysely<Schema>, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> =>
  isTransaction(kysely) ? await work(kysely) : await retryConflicts(() => kysely.transaction().execute(work))
