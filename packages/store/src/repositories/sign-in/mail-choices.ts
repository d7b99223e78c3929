import { MAIL_KINDS, type MailKind } from '@weir/contract/alerts/mail-choices'
import { emptyToNull, lockUser } from '../../rows.ts'
import { inTracedTransaction, type Trace } from '../../audit/traced.ts'
import type { StoreContext } from '../../context.ts'
import { isMuted, mutedIn } from '../../metering/muted-mails.ts'

type Choices = Readonly<Record<MailKind, boolean>>

export interface MailEdit {
  readonly before: Choices
  readonly after: Choices
}

const choicesIn = (muted: string | null): Choices => ({ balance: !isMuted(muted, 'balance'), budget: !isMuted(muted, 'budget') })

export interface MailChoices {
  /** Undefined when there is no such user. */
  of(userId: number): Promise<Choices | undefined>
  /** Kinds that are not named stay as they are. */
  set(userId: number, wanted: Readonly<Partial<Record<MailKind, boolean | undefined>>>, trace?: Trace<MailEdit>): Promise<MailEdit>
}

export const createMailChoices = ({ kysely, engine, clock }: Pick<StoreContext, 'kysely' | 'engine' | 'clock'>): MailChoices => ({
  async of(userId) {
    const row = await kysely.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst()
    return row && choicesIn(row.muted_mails)
  },
  set: (userId, wanted, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) => {
      // Two choices at once would otherwise both start from the same list.
      await lockUser(db, engine, userId)
      const row = await db.selectFrom('users').select('muted_mails').where('id', '=', userId).executeTakeFirst()
      const before = row?.muted_mails ?? null
      const known = MAIL_KINDS.filter((kind) => !(wanted[kind] ?? !isMuted(before, kind)))
      // A kind that a newer version knows stays as it is.
      const others = mutedIn(before).filter((name) => !MAIL_KINDS.some((kind) => kind === name))
      const muted = emptyToNull([...known, ...others].join(','))
      await db.updateTable('users').set({ muted_mails: muted }).where('id', '=', userId).execute()
      return { before: choicesIn(before), after: choicesIn(muted) }
    }),
})
