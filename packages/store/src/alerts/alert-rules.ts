import { isAlertKind, MAX_ALERT_RULES, type AlertKind } from '@weir/contract/alerts/alert-rule'
import type { Kysely, Selectable } from 'kysely'
import { inTracedTransaction, type Trace } from '../audit/traced.ts'
import { nowSeconds, type StoreContext } from '../context.ts'
import { bumpRevision, countRows, insertRow, nullToEmpty } from '../rows.ts'
import type { Schema } from '../schema.ts'
import type { AlertRulesTable } from '../tables/alert-tables.ts'

export interface AlertRuleFields {
  readonly name: string
  readonly kind: AlertKind
  readonly isEnabled: boolean
  readonly threshold: number
  readonly windowMinutes: number
  readonly scopeId: number
  /** `HH:MM`, both or neither. */
  readonly quietFrom: string
  readonly quietTo: string
  readonly targetIds: readonly number[]
}

export interface StoredAlertRule extends AlertRuleFields {
  readonly id: number
  readonly revision: number
  readonly checkedAt: number
}

export interface AlertRules {
  /** Newest first. */
  list(): Promise<readonly StoredAlertRule[]>
  get(id: number): Promise<StoredAlertRule | undefined>
  /** Undefined when there are as many as there may be. */
  create(fields: AlertRuleFields, trace?: Trace<StoredAlertRule | undefined>): Promise<StoredAlertRule | undefined>
  /** Alerts of a rule that is turned off end without a message. */
  update(id: number, fields: AlertRuleFields, trace?: Trace<boolean>): Promise<boolean>
  /** With all of its alerts. */
  delete(id: number, trace?: Trace<boolean>): Promise<boolean>
  /** How many alerts each rule has open. */
  openCounts(): Promise<ReadonlyMap<number, number>>
}

const toRule = (row: Selectable<AlertRulesTable>): readonly StoredAlertRule[] => {
  const { id, name, kind, is_enabled: isEnabled, threshold, window_minutes: windowMinutes, scope_id: scopeId } = row
  // What a newer version wrote is not understood by this one.
  if (!isAlertKind(kind)) return []
  const targetIds = row.target_ids.split(',').filter(Boolean).map(Number)
  const [quietFrom, quietTo] = [nullToEmpty(row.quiet_from), nullToEmpty(row.quiet_to)]
  const fields = { name, kind, isEnabled, threshold, windowMinutes, scopeId, quietFrom, quietTo, targetIds }
  return [{ ...fields, id, revision: row.revision, checkedAt: row.checked_at }]
}

const columnsOf = (fields: AlertRuleFields) => ({
  name: fields.name,
  kind: fields.kind,
  is_enabled: fields.isEnabled,
  threshold: fields.threshold,
  window_minutes: fields.windowMinutes,
  scope_id: fields.scopeId,
  quiet_from: fields.quietFrom,
  quiet_to: fields.quietTo,
  target_ids: [...new Set(fields.targetIds)].join(','),
})

const alertsOf = (db: Kysely<Schema>, ruleId: number) => db.selectFrom('alerts').select('id').where('rule_id', '=', ruleId)

const endAlerts = async (db: Kysely<Schema>, ruleId: number, now: number): Promise<void> => {
  const waiting = db.updateTable('alert_deliveries').set({ state: 'dropped' }).where('state', '=', 'waiting')
  await waiting.where('alert_id', 'in', alertsOf(db, ruleId)).execute()
  const open = db.updateTable('alerts').set({ resolved_at: now, open_mark: null }).where('rule_id', '=', ruleId)
  await open.where('resolved_at', 'is', null).execute()
}

export const createAlertRules = ({ kysely, engine, clock }: StoreContext): AlertRules => ({
  async list() {
    return (await kysely.selectFrom('alert_rules').selectAll().orderBy('id', 'desc').execute()).flatMap(toRule)
  },
  async get(id) {
    return (await kysely.selectFrom('alert_rules').selectAll().where('id', '=', id).execute()).flatMap(toRule)[0]
  },
  create: (fields, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) => {
      // The revision row is the lock: two at once would otherwise both be the last that fits.
      await bumpRevision(db, 'alerts')
      if ((await countRows(db.selectFrom('alert_rules').select((eb) => eb.fn.countAll().as('count')))) >= MAX_ALERT_RULES) return undefined
      const values = { ...columnsOf(fields), revision: 0, checked_at: 0, created_at: nowSeconds(clock) }
      return { ...fields, id: await insertRow(db, engine, { table: 'alert_rules', values }), revision: 0, checkedAt: 0 }
    }),
  update: (id, fields, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) => {
      const { numUpdatedRows } = await db
        .updateTable('alert_rules')
        .set((eb) => ({ ...columnsOf(fields), revision: eb('revision', '+', 1) }))
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      if (!fields.isEnabled) await endAlerts(db, id, nowSeconds(clock))
      return numUpdatedRows > 0n
    }),
  delete: (id, trace) =>
    inTracedTransaction({ kysely, clock }, trace, async (db) => {
      const { numDeletedRows } = await db.deleteFrom('alert_rules').where('id', '=', id).executeTakeFirstOrThrow()
      await db.deleteFrom('alert_deliveries').where('alert_id', 'in', alertsOf(db, id)).execute()
      await db.deleteFrom('alerts').where('rule_id', '=', id).execute()
      return numDeletedRows > 0n
    }),
  async openCounts() {
    const open = kysely.selectFrom('alerts').where('resolved_at', 'is', null).groupBy('rule_id')
    const rows = await open.select(['rule_id', (eb) => eb.fn.countAll().as('count')]).execute()
    return new Map(rows.map((row) => [row.rule_id, Number(row.count)]))
  },
})
