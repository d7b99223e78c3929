import { UserStatus } from '@weir/contract/user'
import { toQuota } from '@weir/ledger/quota'
import { sql, type Kysely } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import type { Schema } from '../schema.ts'

/** `consume` is written by settlements and `correction` by corrections of them: the sum of both is what a user has used. */
export type CreditKind = 'grant' | 'redeem' | 'top-up' | 'adjust' | 'invite' | 'forfeit'

export interface Credit {
  readonly userId: number
  /** Signed: a correction may take units away. */
  readonly amount: number
  readonly kind: CreditKind
  readonly note: string
  /** With it, a repeat of the same credit is refused by the database. */
  readonly requestId?: string
}

/** `no-user`: there is none of this id, or it was deleted. */
export type CreditOutcome = 'booked' | 'no-user' | 'too-large'

export interface Setting extends Omit<Credit, 'amount'> {
  readonly quota: number
}

export interface Entries {
  /** Books a credit as part of a transaction of the caller. Throws `DuplicateRow` when the request id was booked before. */
  add(db: Kysely<Schema>, credit: Credit): Promise<CreditOutcome>
  /**
   * Books what is missing to this balance, as part of a transaction of the caller that has locked the row. The difference is computed in the
   * database: a balance beyond ±2^53 is exact only there.
   */
  set(db: Kysely<Schema>, setting: Setting): Promise<void>
}

/** A balance that has risen is told of again when it falls the next time. */
export const rearm = async (db: Kysely<Schema>, userId: number): Promise<void> => {
  const user = db.updateTable('users').where('id', '=', userId)
  await user.set({ reminded_below: null, reminding_until: null, reminder_tries: null }).whereRef('reminded_below', '<=', 'quota').execute()
  await user
    .set({ reminded_empty: null, reminding_until: null, reminder_tries: null })
    .where('reminded_empty', 'is not', null)
    .where('quota', '>', 0)
    .execute()
}

const entryOf = (credit: Omit<Credit, 'amount'>, createdAt: number) => ({
  user_id: credit.userId,
  token_id: 0,
  channel_id: 0,
  kind: credit.kind,
  request_id: credit.requestId ?? null,
  created_at: createdAt,
  note: credit.note,
})

export const createEntries = ({ clock, engine }: Pick<StoreContext, 'clock' | 'engine'>): Entries => ({
  async add(db, credit) {
    const amount = toQuota(credit.amount)
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set((eb) => ({ quota: eb('quota', '+', amount) }))
      .where('id', '=', credit.userId)
      // What a deleted account had is forfeited already: a credit after that would be lost.
      .where('status', '!=', UserStatus.deleted)
      // A balance beyond ±2^53 could not be shown.
      .$if(amount > 0, (update) => update.where('quota', '<=', Number.MAX_SAFE_INTEGER - amount))
      .$if(amount < 0, (update) => update.where('quota', '>=', Number.MIN_SAFE_INTEGER - amount))
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) {
      const user = await db.selectFrom('users').select('status').where('id', '=', credit.userId).executeTakeFirst()
      return user === undefined || user.status === UserStatus.deleted ? 'no-user' : 'too-large'
    }
    if (amount > 0) await rearm(db, credit.userId)
    await db
      .insertInto('ledger_entries')
      .values({ ...entryOf(credit, nowSeconds(clock)), amount })
      .execute()
    return 'booked'
  },
  async set(db, setting) {
    const quota = toQuota(setting.quota)
    const missing = sql<number>`${quota} - ${sql.raw(engine.clamp('quota'))}`
    await db
      .insertInto('ledger_entries')
      .values((eb) => ({
        ...entryOf(setting, nowSeconds(clock)),
        amount: eb.selectFrom('users').select(missing.as('amount')).where('id', '=', setting.userId),
      }))
      .execute()
    await db.updateTable('users').set({ quota }).where('id', '=', setting.userId).execute()
    await rearm(db, setting.userId)
  },
})
