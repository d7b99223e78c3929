import { LogType } from '@weir/contract/log'
import type { Transaction } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { createEntries } from '../metering/entries.ts'
import type { Schema } from '../schema.ts'
import { UNLIMITED_TOKEN, insertToken } from './insert-token.ts'
import { insertUser, type NewUser } from './insert-user.ts'
import { insertLog } from '../new-log.ts'

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
  /** The user, the bonuses of both sides with their log rows, and the first token: all or nothing. Throws `DuplicateRow`. */
  open(account: NewAccount, trace?: Trace<number>): Promise<number>
}

/** A flood of invented friends pays no more than this many a day. */
const MAX_REWARDS = 20
const DAY_SECONDS = 86_400

export const createAccounts = (context: StoreContext): Accounts => {
  const { engine, clock } = context
  const entries = createEntries(context)

  const give = async (db: Transaction<Schema>, userId: number, credit: WelcomeCredit): Promise<void> => {
    const { amount, kind, text } = credit
    const user = await db.selectFrom('users').select('username').where('id', '=', userId).executeTakeFirst()
    if (user === undefined || (await entries.add(db, { userId, amount, kind, note: 'registration' })) !== 'booked') return
    await insertLog(db, nowSeconds(clock), { userId, username: user.username, type: LogType.system, content: text, quota: amount })
  }

  /** Asked while the row is locked: registrations at the same moment are counted one after the other. */
  const isRewardDue = async (db: Transaction<Schema>, inviterId: number): Promise<boolean> => {
    const { supportsForUpdate } = engine.capabilities
    await db
      .selectFrom('users')
      .select('id')
      .where('id', '=', inviterId)
      .$if(supportsForUpdate, (query) => query.forUpdate())
      .executeTakeFirst()
    const rewards = await db
      .selectFrom('ledger_entries')
      .select('id')
      .where('user_id', '=', inviterId)
      .where('kind', '=', 'invite')
      // In the words of the index, which leaves out what requests cost.
      .where('kind', '<>', 'consume')
      .where('created_at', '>', nowSeconds(clock) - DAY_SECONDS)
      .limit(MAX_REWARDS)
      .execute()
    return rewards.length < MAX_REWARDS
  }

  return {
    open: ({ user, tokenKey, credits }, trace) =>
      inTracedTransaction(context, trace, async (db) => {
        const id = await insertUser(db, context, user)
        await insertToken(db, context, { userId: id, key: tokenKey, fields: { ...UNLIMITED_TOKEN, name: 'default' } })
        for (const credit of credits) {
          const receiver = credit.to === 'newcomer' ? id : (user.inviterId ?? 0)
          if (credit.amount <= 0 || receiver <= 0) continue
          if (credit.to === 'newcomer' || (await isRewardDue(db, receiver))) await give(db, receiver, credit)
        }
        return id
      }),
  }
}
