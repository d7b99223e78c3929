import { UserStatus, type UserObject } from '@weir/contract/user'
import type { Transaction } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import type { StoreContext } from '../context.ts'
import { setQuotaIn, type BalanceChange, type Moved } from '../metering/balances.ts'
import type { Schema } from '../schema.ts'
import { profileColumns, toAccount, type ProfileChange, type UserWrite } from './users.ts'

/** An account that was changed, as both reads of the transaction saw it. */
export interface EditedUser {
  readonly before: UserObject
  readonly after: UserObject
}

/** A record as an administrator sends it back: only what is named is written. */
export interface UserEdit {
  readonly id: number
  readonly guard: Required<Pick<UserWrite, 'roleBelow'>>
  readonly profile: ProfileChange
  /** Ends every session of the user and the system access token, and is to be changed at the next sign-in. */
  readonly passwordHash?: string | undefined
  /** Either of them ends every session too. */
  readonly rank: { readonly role?: number; readonly status?: number }
  readonly balance?: Omit<BalanceChange, 'userId' | 'roleBelow' | 'trace'> | undefined
  readonly trace?: Trace<UserEditOutcome>
}

/** What people write of themselves. */
export interface OwnEdit {
  readonly id: number
  /** At which they signed in: a password that was changed since is not overwritten by whoever was signed in before. */
  readonly authVersion?: number | undefined
  readonly profile: Pick<ProfileChange, 'username' | 'displayName'>
  /** Ends every session and the system access token. */
  readonly passwordHash?: string | undefined
  readonly trace?: Trace<EditedUser | undefined>
}

/** `not-below`: there is none of this id, or nobody whom the guard allows. */
export type UserEditOutcome = EditedUser | 'not-below' | Moved

export interface UserEdits {
  /** All or nothing, money included. Throws `DuplicateRow` when the name is taken. */
  edit(edit: UserEdit): Promise<UserEditOutcome>
  /** Undefined when there is no such account, or not at this version any more. Throws `DuplicateRow` when the name is taken. */
  editOwn(edit: OwnEdit): Promise<EditedUser | undefined>
}

export const createUserEdits = (context: StoreContext): UserEdits => {
  const { supportsForUpdate } = context.engine.capabilities

  const changing = async <T>(trace: Trace<T> | undefined, work: (db: Transaction<Schema>) => Promise<T>): Promise<T> => {
    const outcome = await inTracedTransaction(context, trace, work)
    // After the commit: a lookup before it would keep the old row.
    context.identitiesChanged()
    return outcome
  }

  /** Locked, so that nobody else's change stands in the trail as this one's. */
  const locked = async (db: Transaction<Schema>, id: number): Promise<UserObject | undefined> => {
    const own = db.selectFrom('users').selectAll().where('id', '=', id)
    const row = await own.$if(supportsForUpdate, (query) => query.forUpdate()).executeTakeFirst()
    return row && toAccount(row).user
  }

  const edited = async (db: Transaction<Schema>, before: UserObject): Promise<EditedUser> => {
    const row = await db.selectFrom('users').selectAll().where('id', '=', before.id).executeTakeFirstOrThrow()
    return { before, after: toAccount(row).user }
  }

  return {
    async edit({ id, guard, profile, passwordHash, rank, balance, trace }) {
      // What is idle there would come on top of what is set.
      if (balance !== undefined) await context.callBackLeases?.(id)
      const secret = passwordHash === undefined ? {} : { password_hash: passwordHash, must_change_password: true, access_token_hmac: null }
      const endsSessions = passwordHash !== undefined || rank.role !== undefined || rank.status !== undefined
      return await changing(trace, async (db): Promise<UserEditOutcome> => {
        const before = await locked(db, id)
        if (before === undefined) return 'not-below'
        // First: where the balance is not set, nothing has been written yet.
        const booked = balance === undefined ? { before: 0 } : await setQuotaIn(db, context, { ...balance, userId: id, ...guard })
        if (booked === 'no-user') return 'not-below'
        if ('balance' in booked) return booked
        const { numUpdatedRows } = await db
          .updateTable('users')
          .set({ id, ...profileColumns(profile), ...secret, ...rank })
          .$if(endsSessions, (update) => update.set((eb) => ({ auth_version: eb('auth_version', '+', 1) })))
          .where('id', '=', id)
          .where('role', '<', guard.roleBelow)
          .where('status', '!=', UserStatus.deleted)
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n ? await edited(db, before) : 'not-below'
      })
    },
    editOwn: ({ id, authVersion, profile, passwordHash, trace }) => {
      const secret = passwordHash === undefined ? {} : { password_hash: passwordHash, must_change_password: false, access_token_hmac: null }
      return changing(trace, async (db) => {
        const before = await locked(db, id)
        if (before === undefined) return undefined
        const { numUpdatedRows } = await db
          .updateTable('users')
          .set({ id, ...profileColumns(profile), ...secret })
          .$if(passwordHash !== undefined, (update) => update.set((eb) => ({ auth_version: eb('auth_version', '+', 1) })))
          .where('id', '=', id)
          .$if(authVersion !== undefined, (update) => update.where('auth_version', '=', authVersion ?? 0))
          .executeTakeFirstOrThrow()
        return numUpdatedRows > 0n ? await edited(db, before) : undefined
      })
    },
  }
}
