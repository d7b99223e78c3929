import { UserStatus } from '@weir/contract/user'
import type { Transaction } from 'kysely'
import { insertAudit } from '../audit/append.ts'
import type { Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { DuplicateRow } from '../errors.ts'
import { insertLog, type NewLog } from '../new-log.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { createEntries, type CreditOutcome } from './entries.ts'

type Description = Omit<NewLog, 'userId' | 'username'>

interface Target {
  readonly userId: number
  /** The actor's role must be above the target's when the change is booked, not only when it was asked for. */
  readonly roleBelow: number
  readonly requestId: string
  /** Why, as statements tell it; without one the ledger says what was done. */
  readonly note?: string
  /** Of the balance before. */
  readonly trace?: Trace<number> | undefined
}

export interface BalanceChange extends Target {
  readonly quota: number
  /** What it was changed from; a balance that has moved since stays. Absent: it is set whatever it is. */
  readonly expected?: number
  readonly describe: (before: number) => Description
}

export interface TopUp extends Target {
  /** Signed: below zero it is taken from the balance. */
  readonly amount: number
  /** Of the caller's choice: under one id the balance is changed once. */
  readonly onceId?: string | undefined
  readonly log: Description
}

/** More was to be taken than the account has left. */
export interface Shortage {
  readonly balance: number
}

/** The balance is not the one that was to be changed. */
export interface Moved {
  readonly balance: number
}

/** The id was used for another account or another amount. */
interface UsedOnceId {
  readonly usedFor: { readonly userId: number; readonly amount: number }
}

type TopUpOutcome = CreditOutcome | Shortage | UsedOnceId | 'repeat'

export type BalanceOutcome = { readonly before: number } | Moved | 'no-user'

export interface Balances {
  /** Sets what is left. The difference is computed while the row is locked, so that spending in between is not undone. */
  setQuota(change: BalanceChange): Promise<BalanceOutcome>
  /** Takes no more than there is: what running requests hold is not there to be taken. */
  topUp(credit: TopUp): Promise<TopUpOutcome>
}

const lock = (db: Transaction<Schema>, engine: StoreContext['engine'], { userId, roleBelow }: Target) =>
  db
    .selectFrom('users')
    .select(['username', 'quota'])
    .where('id', '=', userId)
    .where('role', '<', roleBelow)
    .where('status', '!=', UserStatus.deleted)
    .$if(engine.capabilities.supportsForUpdate, (query) => query.forUpdate())
    .executeTakeFirst()

/** Apart from the ids of requests, which nobody chooses. */
const onceKey = (onceId: string): string => `once ${onceId}`

/** What was booked under the id; asked for while the row of the account is locked. */
const findRepeat = async (db: Transaction<Schema>, { onceId, userId, amount }: TopUp): Promise<'repeat' | UsedOnceId | undefined> => {
  if (onceId === undefined) return undefined
  const entry = await db
    .selectFrom('ledger_entries')
    .select(['user_id', 'amount'])
    .where('request_id', '=', onceKey(onceId))
    .where('kind', '<>', 'consume')
    .executeTakeFirst()
  if (entry === undefined) return undefined
  return entry.user_id === userId && entry.amount === amount ? 'repeat' : { usedFor: { userId: entry.user_id, amount: entry.amount } }
}

/** `setQuota` as part of a transaction of the caller: where it does not set, nothing is written, and where it does, the row stays locked. */
export const setQuotaIn = async (db: Transaction<Schema>, context: StoreContext, change: BalanceChange): Promise<BalanceOutcome> => {
  const user = await lock(db, context.engine, change)
  if (user === undefined) return 'no-user'
  const { userId, quota, expected = user.quota, requestId } = change
  if (quota === user.quota && Math.abs(quota) < Number.MAX_SAFE_INTEGER) {
    await insertAudit(db, nowSeconds(context.clock), change.trace?.(quota) ?? [])
    return { before: quota }
  }
  if (expected !== user.quota) return { balance: user.quota }
  await createEntries(context).set(db, { userId, quota, kind: 'adjust', note: change.note ?? 'set by an administrator', requestId })
  await insertLog(db, nowSeconds(context.clock), { requestId, ...change.describe(user.quota), userId, username: user.username })
  await insertAudit(db, nowSeconds(context.clock), change.trace?.(user.quota) ?? [])
  return { before: user.quota }
}

export const createBalances = (context: StoreContext): Balances => {
  const { kysely, engine, clock, callBackLeases } = context
  const entries = createEntries(context)

  const book = (credit: TopUp): Promise<TopUpOutcome> =>
    inTransaction(kysely, async (db) => {
      const user = await lock(db, engine, credit)
      if (user === undefined) return 'no-user'
      const repeat = await findRepeat(db, credit)
      if (repeat !== undefined) return repeat
      const { userId, amount, requestId, onceId, note = credit.log.content } = credit
      if (amount < 0 && user.quota + amount < 0) return { balance: user.quota }
      const entryId = onceId === undefined ? requestId : onceKey(onceId)
      const outcome = await entries.add(db, { userId, amount, kind: amount < 0 ? 'adjust' : 'top-up', note, requestId: entryId })
      if (outcome === 'booked') {
        if (onceId !== undefined) await db.insertInto('once_ids').values({ once_id: onceId }).execute()
        await insertLog(db, nowSeconds(clock), { requestId, ...credit.log, userId, username: user.username })
        await insertAudit(db, nowSeconds(clock), credit.trace?.(user.quota) ?? [])
      }
      return outcome
    })

  const bookOnce = (credit: TopUp): Promise<TopUpOutcome> =>
    book(credit).catch((error: unknown) => {
      // Another account was given the same id at the same moment: now it can be seen.
      if (error instanceof DuplicateRow && credit.onceId !== undefined) return book(credit)
      throw error
    })

  return {
    async setQuota(change) {
      // What is idle there would come on top of what is set.
      await callBackLeases?.(change.userId)
      return await inTransaction(kysely, (db) => setQuotaIn(db, context, change))
    },
    async topUp(credit) {
      const outcome = await bookOnce(credit)
      const isShort = typeof outcome === 'object' && 'balance' in outcome
      if (!isShort || callBackLeases === undefined) return outcome
      // Also where nothing is leased: a lease may have ended since.
      await callBackLeases(credit.userId)
      return bookOnce(credit)
    },
  }
}
