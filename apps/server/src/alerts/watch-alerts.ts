import type { DueDelivery } from '@weir/store/alerts/alert-deliveries'
import type { StoredAlertRule } from '@weir/store/alerts/alert-rules'
import type { StoredAlertTarget } from '@weir/store/alerts/alert-targets'
import type { Store } from '@weir/store/open-store'
import { describeError, log } from '../process/log.ts'
import type { Settings } from '../settings/settings.ts'
import { alertMessage } from './alert-texts.ts'
import { createFindAlerts, type Sources } from './find-alerts.ts'
import { messageContext } from './message-context.ts'
import { isQuiet } from './quiet-time.ts'
import { UNREACHABLE, type SendAlert } from './send-alert.ts'

/** A little less than a minute, so that with a job of every ten seconds each rule has its turn once a minute. */
const LOOK_AGAIN_SECONDS = 50

interface Dependencies {
  readonly store: Pick<Store, 'alertRules' | 'alertTargets' | 'alertBook' | 'alertDeliveries' | 'alertFigures' | 'budgetList'>
  readonly settings: () => Settings
  readonly send: SendAlert
  readonly certificate: Sources['certificate']
  readonly clock: () => number
}

export type WatchAlerts = () => Promise<void>

/**
 * Compares every rule with what is there, opens and ends alerts, and sends what is due. Each node does this every ten seconds; which of them
 * writes and which of them sends is decided in the database.
 */
export const createWatchAlerts = ({ store, settings, send, certificate, clock }: Dependencies): WatchAlerts => {
  const { alertRules, alertTargets, alertBook, alertDeliveries } = store

  const look = async (rules: readonly StoredAlertRule[], targets: readonly StoredAlertTarget[]): Promise<void> => {
    const nowSeconds = Math.floor(clock() / 1000)
    const timeZone = settings().text('TimeZone')
    const find = createFindAlerts({ figures: store.alertFigures, budgets: store.budgetList, certificate, timeZone, nowSeconds })
    const open = new Set(targets.filter(({ isEnabled }) => isEnabled).map(({ id }) => id))
    for (const rule of rules) {
      if (!rule.isEnabled || rule.checkedAt > nowSeconds - LOOK_AGAIN_SECONDS) continue
      const reachable = rule.targetIds.filter((id) => open.has(id))
      try {
        await alertBook.apply(rule, await find(rule), reachable)
      } catch (error) {
        // What cannot be seen now is neither begun nor ended; the other rules are looked at all the same.
        log.error('a rule of alerts could not be looked at', { rule: rule.id, ...describeError(error) })
      }
    }
  }

  const sendTo = async (
    target: StoredAlertTarget,
    due: readonly DueDelivery[],
    rules: ReadonlyMap<number, StoredAlertRule>,
  ): Promise<void> => {
    const context = messageContext(settings(), target.language, clock())
    let isSilent = false
    for (const group of Map.groupBy(due, ({ ruleId, event }) => `${ruleId} ${event}`).values()) {
      const [first] = group
      const rule = first && rules.get(first.ruleId)
      if (first === undefined || rule === undefined) continue
      const ids = group.map(({ id }) => id)
      const alerts = group.map((delivery) => ({ ...delivery, id: delivery.alertId }))
      // Whoever did not answer is not asked again for every other message of this minute.
      const problem: string | undefined = isSilent
        ? UNREACHABLE
        : await send(target, alertMessage({ event: first.event, rule, alerts }, context))
      isSilent = problem === UNREACHABLE
      if (problem === undefined) await alertDeliveries.sent(ids)
      else await alertDeliveries.failed(ids, problem)
      if (problem !== undefined) log.error('an alert could not be sent', { target: target.id, kind: target.kind, rule: rule.id, problem })
    }
  }

  const deliver = async (rules: readonly StoredAlertRule[], targets: readonly StoredAlertTarget[]): Promise<void> => {
    const timeZone = settings().text('TimeZone')
    const quiet = rules.filter((rule) => isQuiet(rule, clock(), timeZone)).map(({ id }) => id)
    const byTarget = Map.groupBy(await alertDeliveries.take({ ruleIds: quiet }), ({ targetId }) => targetId)
    const byId = new Map(rules.map((rule) => [rule.id, rule]))
    await Promise.all(
      targets.map(async (target) => {
        try {
          await sendTo(target, byTarget.get(target.id) ?? [], byId)
        } catch (error) {
          log.error('alerts could not be sent to a target', { target: target.id, ...describeError(error) })
        }
      }),
    )
  }

  return async () => {
    const rules = await alertRules.list()
    if (rules.length === 0) return
    const targets = await alertTargets.list()
    await look(rules, targets)
    await deliver(rules, targets)
  }
}
