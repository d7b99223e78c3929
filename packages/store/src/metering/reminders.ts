import type { StoreContext } from '../context.ts'

export interface Reminder {
  readonly userId: number
  readonly email: string
  /** What is left, counting as left what running requests hold. */
  readonly balance: number
  readonly isEmpty: boolean
}

export interface Reminders {
  /** Whose balance fell below the threshold or to nothing. Each crossing is handed out once, to whichever node asks first. */
  take(userIds: readonly number[], threshold: number): Promise<readonly Reminder[]>
}

export const createReminders = ({ kysely }: Pick<StoreContext, 'kysely'>): Reminders => {
  const balancesOf = async (userIds: readonly number[]) => {
    const users = await kysely
      .selectFrom('users')
      .select(['id', 'email', 'quota', 'reminded_below', 'reminded_empty'])
      .where('id', 'in', [...userIds])
      .execute()
    const held = await kysely
      .selectFrom('reservations')
      .select(['user_id', 'amount'])
      .where('user_id', 'in', [...userIds])
      .execute()
    const heldBy = new Map<number, number>()
    for (const { user_id, amount } of held) heldBy.set(user_id, (heldBy.get(user_id) ?? 0) + amount)
    return users.map((user) => ({ ...user, balance: user.quota + (heldBy.get(user.id) ?? 0) }))
  }

  const rearm = (id: number): Promise<unknown> =>
    kysely.updateTable('users').set({ reminded_below: null, reminded_empty: null }).where('id', '=', id).execute()

  /** Decided by the row count: of two nodes that see the same crossing, one changes the mark. */
  const claim = async (id: number, threshold: number, isEmpty: boolean): Promise<boolean> => {
    const { numUpdatedRows } = await kysely
      .updateTable('users')
      .set({ reminded_below: threshold, ...(isEmpty && { reminded_empty: true }) })
      .where('id', '=', id)
      .where(isEmpty ? 'reminded_empty' : 'reminded_below', 'is', null)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async take(userIds, threshold) {
      const reminders: Reminder[] = []
      for (const { id, email, balance, ...told } of userIds.length === 0 ? [] : await balancesOf(userIds)) {
        const isEmpty = balance <= 0
        if (!isEmpty && balance >= threshold) {
          if (told.reminded_below !== null && balance >= told.reminded_below) await rearm(id)
        } else if ((isEmpty ? told.reminded_empty : told.reminded_below) === null && (await claim(id, threshold, isEmpty))) {
          reminders.push({ userId: id, email: email ?? '', balance, isEmpty })
        }
      }
      return reminders
    },
  }
}
