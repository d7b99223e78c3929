import type { Transaction } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { insertAudit, type NewAuditEntry } from './append.ts'

/** What a change leaves in the trail, told by what came of it: nothing where nothing was changed. */
export type Trace<Outcome> = (outcome: Outcome) => readonly NewAuditEntry[]

/** All or nothing, the entries in the trail included. They come last: see `insertAudit`. */
export const inTracedTransaction = <T>(
  { kysely, clock }: Pick<StoreContext, 'kysely' | 'clock'>,
  trace: Trace<T> | undefined,
  work: (transaction: Transaction<Schema>) => Promise<T>,
): Promise<T> =>
  inTransaction(kysely, async (transaction) => {
    const outcome = await work(transaction)
    if (trace !== undefined) await insertAudit(transaction, nowSeconds(clock), trace(outcome))
    return outcome
  })
