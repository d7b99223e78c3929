import { LogType } from '@weir/contract/log'
import type { Transaction } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { createEntries } from '../metering/entries.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { UNLIMITED_TOKEN, insertToken } from './insert-token.ts'
import { insertUser, type NewUser } from './insert-user.ts'
import { insertLog } from './new-log.ts'

/** A present on the day of registration, with the text of its log row. Nothing happens for 0. */
export interface WelcomeCredit {
  readonly to: 'newcomer' | 'inviter'
  readonly amount: number
  readonly kind: 'grant' | 'invite'
  readonly text: string
}

export interface NewAccount {
  readonly user: Omit<NewUser, 'startQuota' | 'mustChangePassword' | 'accessToken'>
  /** Key of the first token, named `default` and without a limit of its own. */
  readonly tokenKey: string
  readonly credits: readonly WelcomeCredit[]
}

export interface Accounts {
  /** The user, the presents to both sides with their log rows, and the first token: all or nothing. Throws `DuplicateRow`. */
  open(account: NewAccount): Promise<number>
}

export const createAccounts = (context: StoreContext): Accounts => {
  const { kysely, clock } = context
  const entries = createEntries(context)

  const give = async (db: Transaction<Schema>, userId: number, credit: WelcomeCredit): Promise<void> => {
    const { amount, kind, text } = credit
    const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
    if (user === undefined || (await entries.add(db, { userId, amount, kind, note: 'registration' })) !== 'booked') return
    await insertLog(db, nowSeconds(clock), { userId, username: user.username, type: LogType.system, content: text, quota: amount })
  }

  return {
    open: ({ user, tokenKey, credits }) =>
      inTransaction(kysely, async (db) => {
        const id = await insertUser(db, context, user)
        await insertToken(db, context, { userId: id, key: tokenKey, fields: { ...UNLIMITED_TOKEN, name: 'default' } })
        for (const credit of credits) {
          const receiver = credit.to === 'newcomer' ? id : (user.inviterId ?? 0)
          if (credit.amount > 0 && receiver > 0) await give(db, receiver, credit)
        }
        return id
      }),
  }
}
