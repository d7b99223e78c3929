import { UserStatus } from '@weir/contract/user'
import type { StoreContext } from '../context.ts'
import { setQuotaIn, type BalanceChange, type Moved } from '../metering/balances.ts'
import { inTransaction } from '../transaction.ts'
import { profileColumns, type ProfileChange, type UserWrite } from './users.ts'

/** A record as an administrator sends it back: only what is named is written. */
export interface UserEdit {
  readonly id: number
  readonly guard: Required<Pick<UserWrite, 'roleBelow'>>
  readonly profile: ProfileChange
  /** Ends every session of the user and the system access token, and is to be changed at the next sign-in. */
  readonly passwordHash?: string | undefined
  /** Either of them ends every session too. */
  readonly rank: { readonly role?: number; readonly status?: number }
  readonly balance?: Omit<BalanceChange, 'userId' | 'roleBelow'> | undefined
}

/** `not-below`: there is none of this id, or nobody whom the guard allows. */
export type UserEditOutcome = 'done' | 'not-below' | Moved

export interface UserEdits {
  /** All or nothing, money included. Throws `DuplicateRow` when the name is taken. */
  edit(edit: UserEdit): Promise<UserEditOutcome>
}

export const createUserEdits = (context: StoreContext): UserEdits => ({
  async edit({ id, guard, profile, passwordHash, rank, balance }) {
    const secret = passwordHash === undefined ? {} : { password_hash: passwordHash, must_change_password: true, access_token_hmac: null }
    const endsSessions = passwordHash !== undefined || rank.role !== undefined || rank.status !== undefined
    const outcome = await inTransaction(context.kysely, async (db): Promise<UserEditOutcome> => {
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
      return numUpdatedRows > 0n ? 'done' : 'not-below'
    })
    // After the commit: a lookup before it would keep the old row.
    context.identitiesChanged()
    return outcome
  },
})
