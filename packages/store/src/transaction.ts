import type { Kysely, Transaction } from 'kysely'
import { retryConflicts } from './retry-conflicts.ts'
import type { Schema } from './schema.ts'

const isTransaction = (kysely: Kysely<Schema>): kysely is Transaction<Schema> => kysely.isTransaction

/** All or nothing. The loser of a deadlock runs again; as part of a larger transaction, with all of it. */
export const inTransaction = async <T>(kysely: Kysely<Schema>, work: (transaction: Transaction<Schema>) => Promise<T>): Promise<T> =>
  isTransaction(kysely) ? await work(kysely) : await retryConflicts(() => kysely.transaction().execute(work))
