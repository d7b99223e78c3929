import type { AlertObject } from '@weir/contract/alerts/alert'
import type { AlertKind, AlertRuleObject } from '@weir/contract/alerts/alert-rule'
import type { AlertTargetObject } from '@weir/contract/alerts/alert-target'
import { formatQuota, formatTimestamp, type QuotaDisplay } from '@weir/contract/values/format'
import type { Translate } from '../../../shared/i18n/translate.ts'

const joined = (parts: readonly string[], t: Translate): string => parts.filter((part) => part !== '').join(t('alert.join'))

export const alertSubject = ({ subject, subject_name: name }: AlertObject, t: Translate): string => {
  const [kind, id = ''] = subject.split(' ')
  if (kind === 'channel') return t('alert.subject.channel', { name, id })
  if (kind === 'budget') return t('alert.subject.budget', { name, id })
  if (kind === 'token') return t('alert.subject.token', { name })
  if (kind === 'log') return t('alert.subject.log')
  return kind === 'certificate' ? t('alert.subject.certificate', { name }) : t('alert.subject.all')
}

const valueText = ({ kind, value, subject_name: name }: AlertObject, display: QuotaDisplay, t: Translate): string => {
  switch (kind) {
    case 'channel-off':
      return ''
    case 'error-share':
    case 'budget-reached':
      return t('alert.value.percent', { value })
    case 'balance-low':
      return String(value)
    case 'spend-above':
      return formatQuota(value, display)
    case 'key-expiry':
    case 'certificate-expiry':
      return t('alert.value.ends', { time: formatTimestamp(value) })
    case 'log-waiting':
      return t('alert.value.log-waiting', { value, time: formatTimestamp(Date.parse(name) / 1000) })
  }
}

/** Which rule, what was seen, and when. */
export const alertStanding = (alert: AlertObject, display: QuotaDisplay, t: Translate): string => {
  const from = formatTimestamp(alert.opened_at)
  const time =
    alert.resolved_at === null ? t('alert.since', { time: from }) : t('alert.until', { from, to: formatTimestamp(alert.resolved_at) })
  return joined([alert.rule_name, valueText(alert, display, t), time], t)
}

type Delivery = AlertObject['deliveries'][number]

const KNOWN_PROBLEMS = ['unreachable', 'mail-not-configured', 'mail-failed'] as const

const problemText = (problem: string, t: Translate): string => {
  const known = KNOWN_PROBLEMS.find((name) => name === problem)
  return known === undefined ? problem : t(`alert.problem.${known}`)
}

/** To whom, and whether it went out. */
export const deliveryText = (delivery: Delivery, targets: readonly AlertTargetObject[], t: Translate): string => {
  const target = targets.find(({ id }) => id === delivery.target_id)?.name ?? t('alert.deletedTarget')
  const state = t(`alert.state.${delivery.state}`)
  const told = delivery.problem === '' ? state : t('alert.problem', { state, problem: problemText(delivery.problem, t) })
  return joined([t(`alert.event.${delivery.event}`), t('alert.delivery', { target, state: told })], t)
}

const conditionText = (rule: AlertRuleObject, display: QuotaDisplay, t: Translate): string => {
  const { kind, threshold: value, window_minutes: minutes } = rule
  switch (kind) {
    case 'channel-off':
      return ''
    case 'error-share':
      return t('alert.condition.error-share', { value, minutes })
    case 'balance-low':
      return t('alert.condition.balance-low', { value })
    case 'spend-above':
      return t('alert.condition.spend-above', { value: formatQuota(value, display), minutes })
    case 'budget-reached':
      return t('alert.condition.budget-reached', { value })
    case 'key-expiry':
    case 'certificate-expiry':
      return t('alert.condition.days', { value })
    case 'log-waiting':
      return t('alert.condition.log-waiting', { value })
  }
}

/** What a rule looks at, whom it tells and when it keeps quiet. */
export const ruleText = (
  rule: AlertRuleObject,
  targets: readonly AlertTargetObject[],
  words: { t: Translate; display: QuotaDisplay },
): string => {
  const { t, display } = words
  const names = targets.filter(({ id }) => rule.target_ids.includes(id)).map(({ name }) => name)
  return joined(
    [
      rule.enabled ? '' : t('alert.rule.off'),
      t(`alert.kind.${rule.kind}`),
      conditionText(rule, display, t),
      names.length === 0 ? t('alert.rule.noTarget') : names.join(', '),
      rule.quiet_from === '' ? '' : t('alert.rule.quiet', { from: rule.quiet_from, to: rule.quiet_to }),
      rule.open === 0 ? '' : t('alert.rule.openCount', { count: rule.open }),
    ],
    t,
  )
}

export const thresholdLabel = (kind: Exclude<AlertKind, 'channel-off'>, t: Translate): string =>
  t(kind === 'key-expiry' || kind === 'certificate-expiry' ? 'alert.threshold.days' : `alert.threshold.${kind}`)

export const targetText = ({ kind, url, recipient, enabled }: AlertTargetObject, t: Translate): string =>
  joined([enabled ? '' : t('alert.rule.off'), t(`alert.target.kind.${kind}`), url, recipient], t)
