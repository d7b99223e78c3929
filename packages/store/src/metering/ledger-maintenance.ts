import { sql, type RawBuilder } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { DuplicateRow } from '../errors.ts'
import { inTransaction } from '../transaction.ts'
import { createEntries, type Credit, type CreditOutcome } from './entries.ts'
import type { MeteringLedger } from './ledger.ts'
import { findWrongCharges, type WrongCharge } from './wrong-charges.ts'

const LEASE_SECONDS = 120
const SWEEP_BATCH = 1000
const MAX_DOUBLES = 100

/**
 * Summed up in two halves of 32 bits: SQLite ends a SUM beyond 64 bits with an error, and the sum of floating numbers that it offers instead
 * is not exact.
 */
const exactSum = (expression: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`(sum((${expression} - ${expression} % 4294967296) / 4294967296) * 4294967296 + sum(${expression} % 4294967296))`

/** One account whose columns and ledger lines disagree. */
export interface Difference {
  readonly userId: number
  readonly username: string
  readonly quota: number
  readonly expectedQuota: number
  readonly usedQuota: number
  readonly expectedUsedQuota: number
}

export interface LedgerMaintenance {
  /** `duplicate`: a credit of this kind with this request id was booked before. */
  grant(credit: Credit): Promise<CreditOutcome | 'duplicate'>
  /** Recomputes every balance from the ledger lines and the open reservations, in one snapshot. */
  verify(): Promise<readonly Difference[]>
  /** Requests that were charged more than once, which must be none; some of them, if there are many. */
  doubleCharges(): Promise<readonly string[]>
  /** Log rows whose charge does not follow from their own figures; some of them, if there are many. */
  wrongCharges(): Promise<readonly WrongCharge[]>
  heartbeat(): Promise<void>
  /** Books what the database refused while it was away. Costs nothing while there is nothing. */
  catchUp(): Promise<void>
  /** Gives back what is idle in leases that have ended or that another node needs. Costs nothing while there are none. */
  tendLeases(): Promise<void>
  /** Requests of this process that are held and not settled. One whose settlement waits for the return of the database is over. */
  openHolds(): number
  /** At start: what an earlier life of this node left open was never delivered to the end. */
  releaseOwnHolds(): Promise<number>
  /** Nothing within a lease after this node was silent for longer than one. */
  releaseHoldsOfDeadNodes(leaseSeconds?: number): Promise<number>
}

interface MaintenanceContext extends StoreContext {
  /** Sets the clock by the database. */
  readonly followTime?: () => Promise<void>
}

export const createLedgerMaintenance = (context: MaintenanceContext, ledger: MeteringLedger): LedgerMaintenance => {
  const { kysely, clock, nodeId, followTime } = context
  const entries = createEntries(context)

  const reservationsOf = () => kysely.selectFrom('reservations').select('request_id').limit(SWEEP_BATCH)

  /** Of this node, in seconds. */
  let seenAt = nowSeconds(clock)
  let isBackSince = -Infinity

  const heartbeat = async (): Promise<void> => {
    await followTime?.()
    const now = nowSeconds(clock)
    const row = kysely.updateTable('nodes').set({ seen_at: now }).where('node_id', '=', nodeId)
    const { numUpdatedRows } = await row.executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) await kysely.insertInto('nodes').values({ node_id: nodeId, seen_at: now }).execute()
    if (now - seenAt > LEASE_SECONDS) isBackSince = now
    seenAt = now
  }

  const sweepAll = async (query: ReturnType<typeof reservationsOf>): Promise<number> => {
    let released = 0
    for (;;) {
      const rows = await query.execute()
      if (rows.length === 0) return released
      released += await ledger.sweep(rows.map((row) => row.request_id))
    }
  }

  return {
    async grant(credit) {
      try {
        return await inTransaction(kysely, (transaction) => entries.add(transaction, credit))
      } catch (error) {
        if (error instanceof DuplicateRow) return 'duplicate'
        throw error
      }
    },
    async verify() {
      const { rows } = await sql<Difference>`
        select u.id as ${sql.ref('userId')}, u.username as ${sql.ref('username')}, u.quota as ${sql.ref('quota')},
          coalesce(e.total, 0) - coalesce(r.total, 0) as ${sql.ref('expectedQuota')},
          u.used_quota as ${sql.ref('usedQuota')}, coalesce(e.used, 0) as ${sql.ref('expectedUsedQuota')}
        from users u
        left join (select user_id, ${exactSum(sql`amount`)} as total, ${exactSum(sql`(case when kind in ('consume', 'correction') then -amount else 0 end)`)} as used
          from ledger_entries group by user_id) e on e.user_id = u.id
        left join (select user_id, ${exactSum(sql`amount`)} as total from reservations group by user_id) r on r.user_id = u.id
        where u.quota <> coalesce(e.total, 0) - coalesce(r.total, 0) or u.used_quota <> coalesce(e.used, 0)
        order by u.id`.execute(kysely)
      return rows
    },
    async doubleCharges() {
      const rows = await kysely
        .selectFrom('ledger_entries')
        .select('request_id')
        .where('kind', '=', 'consume')
        .groupBy('request_id')
        .having((eb) => eb.fn.countAll(), '>', 1)
        .orderBy('request_id')
        .limit(MAX_DOUBLES)
        .execute()
      return rows.map((row) => row.request_id ?? '')
    },
    wrongCharges: () => findWrongCharges(context),
    heartbeat,
    catchUp: () => ledger.retryBacklog(),
    tendLeases: () => ledger.tendLeases(),
    openHolds: () => ledger.openHolds(),
    releaseOwnHolds: () => sweepAll(reservationsOf().where('node_id', '=', nodeId)),
    async releaseHoldsOfDeadNodes(leaseSeconds = LEASE_SECONDS) {
      await heartbeat()
      // Who was silent itself cannot tell who is dead: after a database that was away for all, the others need the time to say that they live.
      if (seenAt - isBackSince < leaseSeconds) return 0
      const deadline = seenAt - leaseSeconds
      return sweepAll(
        reservationsOf()
          .where('node_id', '!=', nodeId)
          .where('created_at', '<', deadline)
          .where('node_id', 'not in', (eb) => eb.selectFrom('nodes').select('node_id').where('seen_at', '>=', deadline)),
      )
    },
  }
}
