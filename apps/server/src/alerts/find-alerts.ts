import { ERROR_SHARE_MIN_REQUESTS } from '@weir/contract/alerts/alert-rule'
import { isBudgetPeriod, isBudgetScope } from '@weir/contract/budget'
import { ChannelStatus } from '@weir/contract/channel'
import { addSaturated } from '@weir/contract/values/quantity'
import { openCalendar } from '@weir/ledger/period'
import type { Finding } from '@weir/store/alerts/alert-book'
import type { AlertFigures, ChannelTraffic, WatchedBudget, WatchedChannel } from '@weir/store/alerts/alert-figures'
import type { StoredAlertRule } from '@weir/store/alerts/alert-rules'
import type { BudgetsRepository } from '@weir/store/repositories/budgets'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 86_400
/** The longest period is a month, and its first day may lie in another zone. */
const LOOKED_BACK_SECONDS = 33 * DAY_SECONDS
/** A key that ended is told of a while longer: somebody may still have to replace it. */
const AFTER_END_SECONDS = 7 * DAY_SECONDS
const MAX_TOKENS = 200

export interface Sources {
  readonly figures: AlertFigures
  readonly budgets: Pick<BudgetsRepository, 'subjects'>
  /** The certificate of the server's public address; undefined where there is none. */
  readonly certificate: () => Promise<{ readonly host: string; readonly endsAt: number } | undefined>
  readonly timeZone: string
  readonly nowSeconds: number
}

/** What is told of several rules is read once. */
const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
  let reading: Promise<T> | undefined
  return () => (reading ??= read())
}

const round = (value: number): number => Math.round(value * 10) / 10

/** A moment where a name stands: `2027-01-15T08:00:00Z`. */
const timeName = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')

const channelSubject = (id: number): string => `channel ${id}`

/** Looks at everything once; the answers are for rules that are looked at together. */
export const createFindAlerts = ({ figures, budgets, certificate, timeZone, nowSeconds }: Sources) => {
  const channels = once(() => figures.channels())
  const traffic = new Map<number, () => Promise<readonly ChannelTraffic[]>>()
  const trafficOf = (minutes: number): Promise<readonly ChannelTraffic[]> => {
    const read = traffic.get(minutes) ?? once(() => figures.traffic(nowSeconds - minutes * 60, nowSeconds + 1))
    traffic.set(minutes, read)
    return read()
  }

  const inScope = async ({ scopeId }: StoredAlertRule): Promise<readonly WatchedChannel[]> =>
    (await channels()).filter(({ id }) => scopeId === 0 || id === scopeId)

  const channelsWhere = async (
    rule: StoredAlertRule,
    valueOf: (channel: WatchedChannel) => number | undefined,
  ): Promise<readonly Finding[]> =>
    (await inScope(rule)).flatMap((channel) => {
      const value = valueOf(channel)
      return value === undefined ? [] : [{ subject: channelSubject(channel.id), name: channel.name, value }]
    })

  const failing = async (rule: StoredAlertRule): Promise<readonly Finding[]> => {
    const cells = new Map((await trafficOf(rule.windowMinutes)).map((cell) => [cell.channelId, cell]))
    return channelsWhere(rule, ({ id }) => {
      const { requests = 0, failures = 0 } = cells.get(id) ?? {}
      const share = (failures / requests) * 100
      return requests >= ERROR_SHARE_MIN_REQUESTS && share >= rule.threshold ? round(share) : undefined
    })
  }

  const spending = async (rule: StoredAlertRule): Promise<readonly Finding[]> => {
    const cells = await trafficOf(rule.windowMinutes)
    if (rule.scopeId === 0) {
      const value = cells.reduce((sum, { quota }) => addSaturated(sum, quota), 0)
      return value > rule.threshold ? [{ subject: 'all', name: '', value }] : []
    }
    const value = cells.find(({ channelId }) => channelId === rule.scopeId)?.quota ?? 0
    return channelsWhere(rule, () => (value > rule.threshold ? value : undefined))
  }

  const reached = async (rule: StoredAlertRule): Promise<readonly Finding[]> => {
    const calendar = openCalendar(timeZone)
    const percentOf = ({ used, limit, hasRefused }: WatchedBudget): number => Math.max(hasRefused ? 100 : 0, (used / limit) * 100)
    const found = (await figures.budgets(nowSeconds - LOOKED_BACK_SECONDS)).flatMap((budget) => {
      const { id, scope, scopeKey, period, periodStart } = budget
      if (!isBudgetScope(scope) || !isBudgetPeriod(period) || (rule.scopeId !== 0 && rule.scopeId !== id)) return []
      const isRunning = calendar.spanAt(period, nowSeconds * 1000).start === periodStart
      return isRunning && percentOf(budget) >= rule.threshold ? [{ id, scope, scopeKey, value: round(percentOf(budget)) }] : []
    })
    const subjects = await budgets.subjects(found)
    return found.map(({ id, value }, index) => ({ subject: `budget ${id}`, name: subjects[index]?.name ?? '', value }))
  }

  const ending = async ({ threshold }: StoredAlertRule): Promise<readonly Finding[]> => {
    const tokens = await figures.endingTokens(nowSeconds - AFTER_END_SECONDS, nowSeconds + threshold * DAY_SECONDS, MAX_TOKENS)
    return tokens.map(({ id, name, username, expiresAt }) => ({ subject: `token ${id}`, name: `${name} / ${username}`, value: expiresAt }))
  }

  const certificateEnding = async ({ threshold }: StoredAlertRule): Promise<readonly Finding[]> => {
    const found = await certificate()
    if (found === undefined || found.endsAt > nowSeconds + threshold * DAY_SECONDS) return []
    return [{ subject: `certificate ${found.host}`, name: found.host, value: found.endsAt }]
  }

  const waiting = async ({ threshold }: StoredAlertRule): Promise<readonly Finding[]> => {
    const { rows, since } = await figures.waitingLog()
    if (rows === 0 || since > nowSeconds - threshold * MINUTE_SECONDS) return []
    return [{ subject: 'log', name: timeName(since), value: rows }]
  }

  return async (rule: StoredAlertRule): Promise<readonly Finding[]> => {
    switch (rule.kind) {
      case 'channel-off':
        return channelsWhere(rule, ({ status }) => (status === ChannelStatus.autoDisabled ? 0 : undefined))
      case 'error-share':
        return failing(rule)
      case 'balance-low':
        return channelsWhere(rule, ({ status, balance }) =>
          status !== ChannelStatus.disabled && balance !== undefined && balance < rule.threshold ? balance : undefined,
        )
      case 'spend-above':
        return spending(rule)
      case 'budget-reached':
        return reached(rule)
      case 'key-expiry':
        return ending(rule)
      case 'certificate-expiry':
        return certificateEnding(rule)
      case 'log-waiting':
        return waiting(rule)
    }
  }
}
