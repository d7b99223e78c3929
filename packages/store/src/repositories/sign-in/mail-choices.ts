import { MAIL_KINDS, type MailKind } from '@weir/contract/alerts/mail-choices'
import { emptyToNull } from '../../rows.ts'
import type { StoreContext } from '../../context.ts'
import { isMuted, mutedIn } from '../../metering/muted-mails.ts'
import { inTransaction } from '../../transaction.ts'
import { lockUser } from './lock-user.ts'

export interface MailChoices {
  /** Undefined when there is no such user. */
  of(userId: number): Promise<Readonly<Record<MailKind, boolean>> | undefined>
  /** Kinds that are not named stay as they are. */
  set(userId: number, wanted: Readonly<Partial<Record<MailKind, boolean | undefined>>>): Promise<void>
}

export const createMailChoices = ({ kysely, engine }: Pick<StoreContext, 'kysely' | 'engine'>): MailChoices => ({
  async of(userId) {
    const row = await kysely.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst()
    return row && { balance: !isMuted(row.muted_mails, 'balance'), budget: !isMuted(row.muted_mails, 'budget') }
  },
  set: (userId, wanted) =>
    inTransaction(kysely, async (db) => {
      // Two choices at once would otherwise both start from the same list.
      await lockUser(db, engine, userId)
      const row = await db.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst()
      const before = row?.muted_mails ?? null
      const known = MAIL_KINDS.filter((kind) => !(wanted[kind] ?? !isMuted(before, kind)))
      // A kind that a newer version knows stays as it is.
      const others = mutedIn(before).filter((name) => !MAIL_KINDS.some((kind) => kind === name))
      const muted = emptyToNull([...known, ...others].join(','))
      await db.updateTable('users').set({ muted_mails: muted }).where('id', '=', userId).execute()
    }),
})
