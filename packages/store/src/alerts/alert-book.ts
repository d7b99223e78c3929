import { ALERT_EVENTS, DELIVERY_STATES, type AlertEvent, type DeliveryState } from '@weir/contract/alerts/alert'
import { isAlertKind, type AlertKind } from '@weir/contract/alerts/alert-rule'
import type { Kysely } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'
import { SHORT_TEXT_LENGTH } from '../dialect/column-types.ts'
import { cleanForLog, countRows, insertRow, nullToEmpty, type Page } from '../rows.ts'
import type { Schema } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import type { StoredAlertRule } from './alert-rules.ts'

/** Something that a rule tells of now. */
export interface Finding {
  /** Such as `channel 5`. */
  readonly subject: string
  readonly name: string
  readonly value: number
}

export interface StoredDelivery {
  readonly targetId: number
  readonly event: AlertEvent
  readonly state: DeliveryState
  readonly tries: number
  readonly sentAt: number | null
  readonly problem: string
}

export interface StoredAlert {
  readonly id: number
  readonly ruleId: number
  readonly ruleName: string
  readonly kind: AlertKind
  readonly subject: string
  readonly subjectName: string
  readonly value: number
  readonly threshold: number
  readonly openedAt: number
  readonly resolvedAt: number | null
  readonly deliveries: readonly StoredDelivery[]
}

export type AlertState = 'open' | 'past' | undefined

export interface AlertBook {
  /** Newest first. */
  list(state: AlertState, page: Page): Promise<readonly StoredAlert[]>
  count(state: AlertState): Promise<number>
  /**
   * Opens an alert for each finding that has none, ends those that are not found any more, and writes down whom to tell, all in one
   * transaction. False when the rule was changed or looked at by another node since it was read: then nothing is written.
   */
  apply(rule: StoredAlertRule, findings: readonly Finding[], targetIds: readonly number[]): Promise<boolean>
  /** Forgets alerts that ended long ago. */
  deleteOld(): Promise<void>
}

/** Nobody reads more of them, and each is a message. */
const MAX_OPEN_PER_RULE = 200
const KEPT_SECONDS = 30 * 86_400
const NAME_LENGTH = 200
const MAX_DELETED_AT_ONCE = 500

const isOneOf =
  <T extends string>(names: readonly T[]) =>
  (name: string): name is T =>
    names.some((known) => known === name)
const isEvent = isOneOf(ALERT_EVENTS)
const isState = isOneOf(DELIVERY_STATES)

const addDeliveries = async (
  db: Kysely<Schema>,
  { alertId, targetIds, event, now }: { alertId: number; targetIds: readonly number[]; event: AlertEvent; now: number },
): Promise<void> => {
  if (targetIds.length === 0) return
  const values = targetIds.map((id) => ({ alert_id: alertId, target_id: id, event, state: 'waiting', due_at: now, tries: 0 }))
  await db.insertInto('alert_deliveries').values(values).execute()
}

/** Whoever was told that it began is told that it ended; a message that was tried in vain is replaced by the one about the end. */
const resolve = async (db: Kysely<Schema>, alertId: number, now: number): Promise<void> => {
  await db.updateTable('alerts').set({ resolved_at: now, open_mark: null }).where('id', '=', alertId).execute()
  const fired = await db
    .selectFrom('alert_deliveries')
    .select(['target_id', 'state', 'tries'])
    .where('alert_id', '=', alertId)
    .where('event', '=', 'fired')
    .execute()
  const told = fired.filter(({ state, tries }) => state === 'sent' || (state === 'waiting' && tries > 0))
  const waiting = db.updateTable('alert_deliveries').set({ state: 'dropped' }).where('alert_id', '=', alertId)
  await waiting.where('state', '=', 'waiting').execute()
  await addDeliveries(db, { alertId, targetIds: told.map((row) => row.target_id), event: 'resolved', now })
}

export const createAlertBook = ({ kysely, engine, clock }: StoreContext): AlertBook => {
  const matching = (state: AlertState) => {
    const alerts = kysely.selectFrom('alerts')
    return state === undefined ? alerts : alerts.where('alerts.resolved_at', state === 'open' ? 'is' : 'is not', null)
  }

  const deliveriesOf = async (ids: readonly number[]): Promise<ReadonlyMap<number, StoredDelivery[]>> => {
    if (ids.length === 0) return new Map()
    const rows = await kysely.selectFrom('alert_deliveries').selectAll().where('alert_id', 'in', ids).orderBy('id').execute()
    const known = rows.flatMap(({ alert_id: alertId, target_id: targetId, event, state, tries, sent_at: sentAt, problem }) =>
      isEvent(event) && isState(state) ? [{ alertId, targetId, event, state, tries, sentAt, problem: nullToEmpty(problem) }] : [],
    )
    return Map.groupBy(known, ({ alertId }) => alertId)
  }

  const nameOf = ({ name }: Finding): string => cleanForLog(name, NAME_LENGTH)

  const open = async (db: Kysely<Schema>, rule: StoredAlertRule, finding: Finding): Promise<number> => {
    const { subject, value } = finding
    const now = nowSeconds(clock)
    const about = { subject, subject_name: nameOf(finding), value, threshold: rule.threshold }
    const mark = cleanForLog(`${rule.id} ${subject}`, SHORT_TEXT_LENGTH)
    const values = { rule_id: rule.id, kind: rule.kind, ...about, opened_at: now, resolved_at: null, open_mark: mark }
    return insertRow(db, engine, { table: 'alerts', values })
  }

  return {
    async list(state, { offset, limit }) {
      const rows = await matching(state)
        .innerJoin('alert_rules', 'alert_rules.id', 'alerts.rule_id')
        .selectAll('alerts')
        .select('alert_rules.name as rule_name')
        .orderBy('alerts.id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute()
      const deliveries = await deliveriesOf(rows.map(({ id }) => id))
      return rows.flatMap((row) => {
        const { id, kind, subject, value, threshold } = row
        if (!isAlertKind(kind)) return []
        const times = { openedAt: row.opened_at, resolvedAt: row.resolved_at }
        const about = { ruleId: row.rule_id, ruleName: row.rule_name, subject, subjectName: row.subject_name }
        return [{ id, kind, value, threshold, ...about, ...times, deliveries: deliveries.get(id) ?? [] }]
      })
    },
    count: (state) => countRows(matching(state).select((eb) => eb.fn.countAll().as('count'))),
    apply: (rule, findings, targetIds) =>
      inTransaction(kysely, async (db) => {
        const now = nowSeconds(clock)
        const turn = await db
          .updateTable('alert_rules')
          .set({ revision: rule.revision + 1, checked_at: now })
          .where('id', '=', rule.id)
          .where('revision', '=', rule.revision)
          .where('is_enabled', '=', true)
          .executeTakeFirstOrThrow()
        if (turn.numUpdatedRows === 0n) return false
        const rows = await db
          .selectFrom('alerts')
          .select(['id', 'subject', 'subject_name', 'value'])
          .where('rule_id', '=', rule.id)
          .where('resolved_at', 'is', null)
          .execute()
        const found = new Map(findings.map((finding) => [finding.subject, finding]))
        const ended = rows.filter(({ subject }) => !found.has(subject))
        for (const { id } of ended) await resolve(db, id, now)
        for (const { id, subject, subject_name: name, value } of rows) {
          const seen = found.get(subject)
          if (seen === undefined) continue
          const now = { value: seen.value, subject_name: nameOf(seen) }
          if (now.value !== value || now.subject_name !== name) await db.updateTable('alerts').set(now).where('id', '=', id).execute()
        }
        const isOpen = new Set(rows.map(({ subject }) => subject))
        const room = MAX_OPEN_PER_RULE - (rows.length - ended.length)
        const added = [...found.values()].filter(({ subject }) => !isOpen.has(subject)).slice(0, Math.max(0, room))
        for (const finding of added) await addDeliveries(db, { alertId: await open(db, rule, finding), targetIds, event: 'fired', now })
        return true
      }),
    async deleteOld() {
      const old = kysely
        .selectFrom('alerts')
        .select('id')
        .where('resolved_at', '<', nowSeconds(clock) - KEPT_SECONDS)
      const ids = (await old.limit(MAX_DELETED_AT_ONCE).execute()).map(({ id }) => id)
      if (ids.length === 0) return
      await inTransaction(kysely, async (db) => {
        await db.deleteFrom('alert_deliveries').where('alert_id', 'in', ids).execute()
        await db.deleteFrom('alerts').where('id', 'in', ids).execute()
      })
    },
  }
}
