import { ALERT_EVENTS, type AlertEvent } from '@weir/contract/alerts/alert'
import { nowSeconds, type StoreContext } from '../context.ts'
import { cleanForLog } from '../rows.ts'

/** A message that this process, and no other, is to send now. */
export interface DueDelivery {
  readonly id: number
  readonly alertId: number
  readonly ruleId: number
  readonly targetId: number
  readonly event: AlertEvent
  readonly subject: string
  readonly subjectName: string
  readonly value: number
  readonly threshold: number
  readonly openedAt: number
  readonly resolvedAt: number | null
}

export interface AlertDeliveries {
  /** Each is handed out to one node at a time, and again, later and later, until `sent` says that it went out or the tries are used up. */
  take(except: { readonly ruleIds: readonly number[] }): Promise<readonly DueDelivery[]>
  sent(ids: readonly number[]): Promise<void>
  /** The next try follows by itself; after the last it counts as failed. */
  failed(ids: readonly number[], problem: string): Promise<void>
}

/** 2 minutes, 8, 32, two hours, and over after half a day. */
const FIRST_PAUSE_SECONDS = 120
const MAX_DELIVERY_TRIES = 5
const MAX_TAKEN = 500
const PROBLEM_LENGTH = 200

const eventOf = (name: string): AlertEvent | undefined => ALERT_EVENTS.find((known) => known === name)

export const createAlertDeliveries = ({ kysely, clock }: StoreContext): AlertDeliveries => {
  /** A process that died during the last try did not say how it ended. */
  const endExhausted = async (now: number): Promise<void> => {
    const waiting = kysely.updateTable('alert_deliveries').set({ state: 'failed' }).where('state', '=', 'waiting')
    await waiting.where('due_at', '<=', now).where('tries', '>=', MAX_DELIVERY_TRIES).execute()
  }

  /** Decided by the row count: of two nodes that see the same, one changes the mark. */
  const claim = async ({ id, tries }: { readonly id: number; readonly tries: number }, now: number): Promise<boolean> => {
    const { numUpdatedRows } = await kysely
      .updateTable('alert_deliveries')
      .set({ tries: tries + 1, due_at: now + FIRST_PAUSE_SECONDS * 4 ** tries })
      .where('id', '=', id)
      .where('state', '=', 'waiting')
      .where('tries', '=', tries)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async take({ ruleIds }) {
      const now = nowSeconds(clock)
      await endExhausted(now)
      let due = kysely
        .selectFrom('alert_deliveries as d')
        .innerJoin('alerts as a', 'a.id', 'd.alert_id')
        .innerJoin('alert_targets as t', 't.id', 'd.target_id')
        .select(['d.id', 'd.alert_id', 'd.target_id', 'd.event', 'd.tries'])
        .select(['a.rule_id', 'a.subject', 'a.subject_name', 'a.value', 'a.threshold', 'a.opened_at', 'a.resolved_at'])
        .where('d.state', '=', 'waiting')
        .where('d.due_at', '<=', now)
        .where('t.is_enabled', '=', true)
      if (ruleIds.length > 0) due = due.where('a.rule_id', 'not in', ruleIds)
      const taken: DueDelivery[] = []
      for (const row of await due.orderBy('d.due_at').orderBy('d.id').limit(MAX_TAKEN).execute()) {
        const event = eventOf(row.event)
        if (event === undefined || !(await claim(row, now))) continue
        const { id, alert_id: alertId, rule_id: ruleId, target_id: targetId, subject, subject_name: subjectName, value, threshold } = row
        const times = { openedAt: row.opened_at, resolvedAt: row.resolved_at }
        taken.push({ id, alertId, ruleId, targetId, event, subject, subjectName, value, threshold, ...times })
      }
      return taken
    },
    async sent(ids) {
      if (ids.length === 0) return
      const marks = { state: 'sent', sent_at: nowSeconds(clock), problem: null }
      await kysely.updateTable('alert_deliveries').set(marks).where('id', 'in', ids).where('state', '=', 'waiting').execute()
    },
    async failed(ids, problem) {
      if (ids.length === 0) return
      const told = cleanForLog(problem, PROBLEM_LENGTH)
      const waiting = () => kysely.updateTable('alert_deliveries').where('id', 'in', ids).where('state', '=', 'waiting')
      await waiting().set({ problem: told }).execute()
      await waiting().set({ state: 'failed' }).where('tries', '>=', MAX_DELIVERY_TRIES).execute()
    },
  }
}
