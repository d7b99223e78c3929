import { listAlerts, type AlertObject } from '@weir/contract/alerts/alert'
import {
  alertRuleProblem,
  ALERT_KIND_RULES,
  createAlertRule,
  deleteAlertRule,
  editAlertRule,
  listAlertRules,
  MAX_ALERT_RULES,
  type AlertRuleInput,
  type AlertRuleObject,
} from '@weir/contract/alerts/alert-rule'
import { Refusal, notFound } from '@weir/contract/errors'
import type { StoredAlert } from '@weir/store/alerts/alert-book'
import type { AlertRuleFields, StoredAlertRule } from '@weir/store/alerts/alert-rules'
import type { Store } from '@weir/store/open-store'
import { countedPageOf } from '../page.ts'
import { route, type Route } from '../route.ts'

type Dependencies = Pick<Store, 'alertRules' | 'alertTargets' | 'alertBook' | 'channels' | 'budgetList'>

const fieldsFrom = (input: AlertRuleInput): AlertRuleFields => ({
  name: input.name,
  kind: input.kind,
  isEnabled: input.enabled,
  threshold: input.threshold,
  windowMinutes: input.window_minutes,
  scopeId: input.scope_id,
  quietFrom: input.quiet_from,
  quietTo: input.quiet_to,
  targetIds: input.target_ids,
})

const shown = (rule: AlertRuleFields): AlertRuleInput => ({
  name: rule.name,
  kind: rule.kind,
  enabled: rule.isEnabled,
  threshold: rule.threshold,
  window_minutes: rule.windowMinutes,
  scope_id: rule.scopeId,
  quiet_from: rule.quietFrom,
  quiet_to: rule.quietTo,
  target_ids: [...rule.targetIds],
})

const toObject = (rule: StoredAlertRule, open: number): AlertRuleObject => ({
  id: rule.id,
  ...shown(rule),
  checked_at: rule.checkedAt,
  open,
})

const toAlert = (alert: StoredAlert): AlertObject => ({
  id: alert.id,
  rule_id: alert.ruleId,
  rule_name: alert.ruleName,
  kind: alert.kind,
  subject: alert.subject,
  subject_name: alert.subjectName,
  value: alert.value,
  threshold: alert.threshold,
  opened_at: alert.openedAt,
  resolved_at: alert.resolvedAt,
  deliveries: alert.deliveries.map(({ targetId, event, state, tries, sentAt, problem }) => ({
    target_id: targetId,
    event,
    state,
    tries,
    sent_at: sentAt,
    problem,
  })),
})

const found = (rule: StoredAlertRule | undefined, id: number): StoredAlertRule => {
  if (rule === undefined) throw notFound('alert-rule', id)
  return rule
}

export const alertRoutes = ({ alertRules, alertTargets, alertBook, channels, budgetList }: Dependencies): readonly Route[] => {
  const isThere = async (scope: 'channel' | 'budget', id: number): Promise<boolean> =>
    (scope === 'channel' ? await channels.get(id) : await budgetList.get(id)) !== undefined

  const requireSound = async (rule: AlertRuleInput): Promise<void> => {
    const problem = alertRuleProblem(rule)
    if (problem !== undefined) throw new Refusal('invalid-input', { ...problem })
    const { scope } = ALERT_KIND_RULES[rule.kind]
    if (scope !== 'none' && rule.scope_id !== 0 && !(await isThere(scope, rule.scope_id))) throw notFound(scope, rule.scope_id)
    const known = new Set((await alertTargets.list()).map(({ id }) => id))
    const unknown = rule.target_ids.find((id) => !known.has(id))
    if (unknown !== undefined) throw notFound('alert-target', unknown)
  }

  const present = async (rule: StoredAlertRule): Promise<AlertRuleObject> =>
    toObject(rule, (await alertRules.openCounts()).get(rule.id) ?? 0)

  return [
    route(listAlerts, ({ query }, { isNewApi }) =>
      countedPageOf(query, isNewApi, {
        read: async (page) => (await alertBook.list(query.state, page)).map(toAlert),
        count: () => alertBook.count(query.state),
      }),
    ),
    route(listAlertRules, async () => {
      const open = await alertRules.openCounts()
      return (await alertRules.list()).map((rule) => toObject(rule, open.get(rule.id) ?? 0))
    }),
    route(createAlertRule, async ({ body }, { trace }) => {
      await requireSound(body)
      const rule = await alertRules.create(
        fieldsFrom(body),
        trace((made) => (made === undefined ? [] : [{ object: `alert rule ${made.id}`, after: shown(made) }])),
      )
      if (rule === undefined) throw new Refusal('alert-rule-limit', { max: MAX_ALERT_RULES })
      return toObject(rule, 0)
    }),
    route(editAlertRule, async ({ body: { id, ...changes } }, { trace }) => {
      const before = found(await alertRules.get(id), id)
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      const after: AlertRuleInput = { ...shown(before), ...Object.fromEntries(given) }
      // A target that was deleted meanwhile must not keep a rule from being changed.
      const known = new Set((await alertTargets.list()).map((target) => target.id))
      const kept = changes.target_ids ?? after.target_ids.filter((target) => known.has(target))
      await requireSound({ ...after, target_ids: kept })
      const wanted = { ...after, target_ids: kept }
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `alert rule ${id}`, before: shown(before), after: wanted }] : []))
      if (!(await alertRules.update(id, fieldsFrom(wanted), traced))) throw notFound('alert-rule', id)
      return present(found(await alertRules.get(id), id))
    }),
    route(deleteAlertRule, async ({ params }, { trace }) => {
      const before = found(await alertRules.get(params.id), params.id)
      const traced = trace((isDone: boolean) => (isDone ? [{ object: `alert rule ${params.id}`, before: shown(before) }] : []))
      if (!(await alertRules.delete(params.id, traced))) throw notFound('alert-rule', params.id)
    }),
  ]
}
