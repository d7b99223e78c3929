import { addSaturated } from '@weir/contract/values/quantity'
import { sql } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { isMuted } from './muted-mails.ts'

export interface Reminder {
  readonly userId: number
  readonly email: string
  /** What is left, counting as left what running requests hold. */
  readonly balance: number
  readonly isEmpty: boolean
  readonly threshold: number
}

export interface Reminders {
  /**
   * Whose balance fell below the threshold or to nothing, and who can be written to. Each crossing is handed out to one node at a time. It is
   * handed out again, later and later, until `told` says that the mail went out; after some tries it counts as told.
   */
  take(userIds: readonly number[], threshold: number): Promise<readonly Reminder[]>
  told(reminder: Reminder): Promise<void>
  /** Who was charged lately and may have to be told: for a node that died between the charge and the mail. */
  untold(threshold: number): Promise<readonly number[]>
}

const FIRST_LEASE_SECONDS = 120
const MAX_TRIES = 5
/** A balance that has been low for longer was told of, or is not told of by a sweep: a raised threshold sends no mail to users who have left. */
const LATELY_SECONDS = 7 * 86_400

interface Standing {
  readonly id: number
  readonly threshold: number
  readonly isEmpty: boolean
}

const marksOf = ({ threshold, isEmpty }: Omit<Standing, 'id'>) => ({
  reminded_below: threshold,
  ...(isEmpty && { reminded_empty: true }),
  reminding_until: null,
  reminder_tries: null,
})

export const createReminders = ({ kysely, clock }: Pick<StoreContext, 'kysely' | 'clock'>): Reminders => {
  /** In one statement: between two of them a hold may begin or end, and would be counted twice or not at all. */
  const balancesOf = async (userIds: readonly number[]) => {
    const rows = await kysely
      .selectFrom('users')
      .leftJoin('reservations', 'reservations.user_id', 'users.id')
      .select(['users.id', 'email', 'quota', 'reminded_below', 'reminded_empty', 'reminder_tries', 'muted_mails', 'reservations.amount'])
      .where('users.id', 'in', [...userIds])
      .execute()
    return [...Map.groupBy(rows, ({ id }) => id).values()].flatMap(([first, ...others]) => {
      if (first === undefined) return []
      const { muted_mails: muted, amount, ...user } = first
      const held = others.reduce((sum, other) => addSaturated(sum, other.amount ?? 0), amount ?? 0)
      return [{ ...user, email: isMuted(muted, 'balance') ? null : user.email, balance: addSaturated(user.quota, held) }]
    })
  }

  const rearm = (id: number): Promise<unknown> =>
    kysely
      .updateTable('users')
      .set({ reminded_below: null, reminded_empty: null, reminding_until: null, reminder_tries: null })
      .where('id', '=', id)
      .execute()

  /** Decided by the row count: of two nodes that see the same crossing, one changes the mark. */
  const claim = async (standing: Standing, tries: number): Promise<boolean> => {
    const now = nowSeconds(clock)
    const lease = { reminding_until: now + FIRST_LEASE_SECONDS * 4 ** tries, reminder_tries: tries + 1 }
    const { numUpdatedRows } = await kysely
      .updateTable('users')
      .set(tries + 1 < MAX_TRIES ? lease : marksOf(standing))
      .where('id', '=', standing.id)
      .where(standing.isEmpty ? 'reminded_empty' : 'reminded_below', 'is', null)
      .where((eb) => eb.or([eb('reminding_until', 'is', null), eb('reminding_until', '<=', now)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async take(userIds, threshold) {
      const reminders: Reminder[] = []
      for (const { id, email, balance, reminder_tries: tries, ...marks } of userIds.length === 0 ? [] : await balancesOf(userIds)) {
        const isEmpty = balance <= 0
        const isTold = (isEmpty ? marks.reminded_empty : marks.reminded_below) !== null
        if (!isEmpty && balance >= threshold) {
          if (marks.reminded_below !== null && balance >= marks.reminded_below) await rearm(id)
        } else if (!isTold && email !== null && (await claim({ id, threshold, isEmpty }, tries ?? 0))) {
          reminders.push({ userId: id, email, balance, isEmpty, threshold })
        }
      }
      return reminders
    },
    async told({ userId, ...standing }) {
      await kysely.updateTable('users').set(marksOf(standing)).where('id', '=', userId).execute()
    },
    async untold(threshold) {
      const now = nowSeconds(clock)
      const rows = await kysely
        .selectFrom('users')
        .select('id')
        .where('email', 'is not', null)
        .where((eb) => eb.or([eb('muted_mails', 'is', null), eb('muted_mails', 'not like', '%balance%')]))
        .where((eb) => eb.or([eb('reminding_until', 'is', null), eb('reminding_until', '<=', now)]))
        .where((eb) =>
          eb.or([
            eb.and([eb('reminded_below', 'is', null), eb('quota', '<', threshold)]),
            eb.and([eb('reminded_empty', 'is', null), eb('quota', '<=', 0)]),
          ]),
        )
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('tokens')
              .select(sql<number>`1`.as('one'))
              .whereRef('tokens.user_id', '=', 'users.id')
              .where('tokens.used_quota', '>', 0)
              .where('accessed_time', '>=', now - LATELY_SECONDS),
          ),
        )
        .execute()
      return rows.map(({ id }) => id)
    },
  }
}
