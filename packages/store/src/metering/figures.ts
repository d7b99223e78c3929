import { sql, type Kysely, type RawBuilder } from 'kysely'
import { yieldToRequests } from '../yield-to-requests.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'

const COLUMNS = {
  users: ['quota', 'used_quota', 'request_count'],
  tokens: ['remain_quota', 'used_quota'],
  channels: ['used_quota'],
} as const

type Table = keyof typeof COLUMNS
type Column = (typeof COLUMNS)[Table][number]

const NAMES = { users: 'username', tokens: 'name', channels: 'name' } as const satisfies Record<Table, string>

/** A figure beyond ±2^53, which every reply shows as the last number that is exact. */
export interface OversizedFigure {
  readonly table: Table
  readonly id: number
  readonly name: string
  readonly column: Column
  /** Exactly as it is stored. */
  readonly value: string
}

export interface Figures {
  /** Looked for in pieces, so that requests are served meanwhile. */
  oversized(): Promise<readonly OversizedFigure[]>
  /**
   * Counters that are oversized begin again at 0, and so does what a token has overspent. Balances are left to an administrator. Returns what
   * was reset.
   */
  resetCounters(): Promise<readonly OversizedFigure[]>
}

const ROWS_AT_ONCE = 10_000

const isOversized = (column: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(column)} > ${Number.MAX_SAFE_INTEGER} or ${sql.ref(column)} < ${Number.MIN_SAFE_INTEGER})`

/** A balance is money: what it should be is for a person to say. */
export const isBalance = ({ table, column }: OversizedFigure): boolean => table === 'users' && column === 'quota'

export const createFigures = ({ kysely, clock }: Pick<StoreContext, 'kysely' | 'clock'>): Figures => {
  const lastId = async (table: Table): Promise<number> =>
    (await kysely.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst())?.id ?? 0

  const oversizedIn = async (table: Table, after: number): Promise<readonly OversizedFigure[]> => {
    const found: OversizedFigure[] = []
    for (const column of COLUMNS[table]) {
      const { rows } = await sql<Pick<OversizedFigure, 'id' | 'name' | 'value'>>`
        select id, ${sql.ref(NAMES[table])} as name, concat('', ${sql.ref(column)}) as value from ${sql.table(table)}
        where id > ${after} and id <= ${after + ROWS_AT_ONCE} and ${isOversized(column)} order by id`.execute(kysely)
      found.push(...rows.map((row) => ({ table, column, ...row })))
    }
    return found
  }

  const oversized = async (): Promise<readonly OversizedFigure[]> => {
    const found: OversizedFigure[] = []
    for (const table of Object.keys(COLUMNS) as Table[]) {
      const last = await lastId(table)
      for (let after = 0; after < last; after += ROWS_AT_ONCE) {
        found.push(...(await oversizedIn(table, after)))
        await yieldToRequests()
      }
    }
    return found
  }

  /** What a user has used is what the ledger says: two lines that cancel each other take it back and leave the balance alone. */
  const cancelUse = async (db: Kysely<Schema>, id: number): Promise<void> => {
    const requestId = `reset-${crypto.randomUUID()}`
    for (const [kind, amount] of [
      ['consume', sql<number>`used_quota`],
      ['adjust', sql<number>`-used_quota`],
    ] as const) {
      await db
        .insertInto('ledger_entries')
        .values((eb) => ({
          user_id: id,
          token_id: 0,
          channel_id: 0,
          kind,
          amount: eb.selectFrom('users').select(amount.as('amount')).where('id', '=', id),
          request_id: requestId,
          created_at: nowSeconds(clock),
          note: 'use beyond 2^53 reset',
        }))
        .execute()
    }
  }

  /** Decided by the condition: a figure that was set meanwhile is left alone. */
  const reset = ({ table, id, column }: OversizedFigure): Promise<boolean> =>
    inTransaction(kysely, async (db) => {
      const isStill = sql<boolean>`id = ${id} and ${isOversized(column)}`
      const { numUpdatedRows } = await db.updateTable(table).set({ id }).where(isStill).executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) return false
      if (table === 'users' && column === 'used_quota') await cancelUse(db, id)
      await db
        .updateTable(table)
        .set({ [column]: 0 })
        .where('id', '=', id)
        .execute()
      return true
    })

  return {
    oversized,
    async resetCounters() {
      const done: OversizedFigure[] = []
      for (const figure of await oversized()) if (!isBalance(figure) && (await reset(figure))) done.push(figure)
      return done
    },
  }
}
