import { LogType } from '@weir/contract/log'
import { UserStatus } from '@weir/contract/user'
import { recompute } from '@weir/relay/charging/charge-detail'
import type { Database } from '../../database.ts'
import { END_OF_TIME } from '../../log-index/rollups/read-rollups.ts'
import { isWatch } from './budget-fixtures.ts'
import type { Case } from './case.ts'
import { idleOf, uncovered, viewLeases } from './lease-view.ts'
import { FigureList, reservationText, type Figures } from './figures.ts'

/** What leases have taken is shown as what it is: held by the requests that they cover, and otherwise where it was before. */
const readAccounts = async (figures: FigureList, database: Database, { book }: Case): Promise<void> => {
  const { kysely } = database
  const userIds = [...book.users.keys()]
  const view = await viewLeases(database, book)
  for (const key of uncovered(view)) figures.set(`requests that no lease covers, ${key}`, 1)
  for (const { requestId, ...reservation } of view.leased)
    figures.set(`reservation ${requestId}`, reservationText(reservation, reservation.checkpoint?.cost))
  for (const row of await kysely.selectFrom('users').selectAll().where('id', 'in', userIds).execute()) {
    const deleted = row.status === UserStatus.deleted ? 1 : 0
    const idle = idleOf(view, ({ userId }) => userId === row.id)
    figures.put(`user ${row.id}`, { quota: row.quota + idle, used: row.used_quota, requests: row.request_count, deleted })
  }
  for (const row of await kysely.selectFrom('tokens').selectAll().where('user_id', 'in', userIds).execute())
    figures.put(`token ${row.id}`, {
      remain: row.remain_quota + idleOf(view, (held) => held.tokenId === row.id && held.isTokenLimited),
      used: row.used_quota,
      deleted: row.deleted_at === null ? 0 : 1,
    })
  const channelIds = [...book.channels.keys()]
  for (const row of await kysely.selectFrom('channels').select(['id', 'used_quota']).where('id', 'in', channelIds).execute())
    figures.put(`channel ${row.id}`, { used: row.used_quota })
  for (const row of await kysely.selectFrom('reservations').selectAll().where('user_id', 'in', userIds).execute()) {
    if (row.lease_version !== null) continue
    const reservation = {
      userId: row.user_id,
      tokenId: row.token_id,
      amount: row.amount,
      nodeId: row.node_id,
      createdAt: row.created_at,
      isTokenLimited: row.is_token_limited,
    }
    figures.set(`reservation ${row.request_id}`, reservationText(reservation, row.progress_cost ?? undefined))
  }
}

const readLedger = async (figures: FigureList, { kysely }: Database, { book }: Case): Promise<void> => {
  const rows = await kysely
    .selectFrom('ledger_entries')
    .select(['user_id', 'kind', 'amount'])
    .where('user_id', 'in', [...book.users.keys()])
    .execute()
  for (const [thing, lines] of Map.groupBy(rows, (row) => `user ${row.user_id} ${row.kind}`))
    figures.put(thing, { sum: lines.reduce((sum, { amount }) => sum + amount, 0), lines: lines.length })
}

const readLog = async (figures: FigureList, { kysely }: Database, { book }: Case): Promise<void> => {
  const rows = await kysely
    .selectFrom('logs')
    .select(['user_id', 'request_id', 'type', 'quota', 'prompt_tokens', 'completion_tokens', 'outcome', 'detail'])
    .where('user_id', 'in', [...book.users.keys()])
    .execute()
  for (const [userId, own] of Map.groupBy(rows, (row) => row.user_id)) {
    const consumed = own.filter(({ type }) => type === LogType.consume)
    const topUps = own.filter(({ type }) => type === LogType.topUp)
    const sum = (of: typeof own, value: (row: (typeof own)[number]) => number): number => of.reduce((all, row) => all + value(row), 0)
    figures.put(`user ${userId} log`, {
      rows: consumed.length,
      failures: consumed.filter(({ outcome }) => outcome === 'failed').length,
      quota: sum(consumed, (row) => row.quota),
      tokens: sum(consumed, (row) => row.prompt_tokens + row.completion_tokens),
      topUpRows: topUps.length,
      topUpQuota: sum(topUps, (row) => row.quota),
      manageRows: own.filter(({ type }) => type === LogType.manage).length,
    })
    for (const row of consumed)
      if (recompute(row) !== row.quota) figures.set(`log row of ${row.request_id}`, `${row.quota}, by its own detail ${recompute(row)}`)
  }
}

const readStatistics = async (figures: FigureList, { harness, book }: Case): Promise<void> => {
  const { logs, usage } = harness.store
  for (const userId of book.users.keys()) {
    const { quota, tokens } = await logs.sum({}, userId)
    figures.put(`user ${userId} stat`, { quota, tokens })
    const totals = await usage.totals({ start: 0, end: END_OF_TIME, userId })
    const { requests: rows, failures } = totals
    figures.put(`user ${userId} totals`, { rows, failures, quota: totals.quota, tokens: totals.tokens })
    const days = await usage.byDayAndModel(userId, 0)
    figures.put(`user ${userId} days`, {
      rows: days.reduce((sum, day) => sum + day.requests, 0),
      quota: days.reduce((sum, day) => sum + day.quota, 0),
      tokens: days.reduce((sum, day) => sum + day.promptTokens + day.completionTokens, 0),
    })
  }
  for (const channelId of book.channels.keys()) figures.put(`channel ${channelId}`, { stat: (await logs.sum({ channelId })).quota })
}

/** A hard budget lets nothing in beyond its limit, and what is counted of an account is what it was charged. */
const readBudgets = async (figures: FigureList, { kysely }: Database, { book }: Case): Promise<void> => {
  const { budgets, counters } = book.budgetBook
  const ids = budgets.map(({ id }) => id)
  if (ids.length === 0) return
  for (const row of await kysely.selectFrom('budget_counters').selectAll().where('budget_id', 'in', ids).execute()) {
    const key = `${row.budget_id}.${row.series}.${row.period_start}`
    figures.put(`counter ${key}`, { used: row.used, reserved: row.reserved })
    const { overdraft = 0, room = 0 } = counters.get(key) ?? {}
    if (row.used + row.reserved - overdraft > room) figures.set(`counter ${key} exceeds`, room)
    const watch = budgets.find((budget) => budget.id === row.budget_id && isWatch(budget))
    if (watch !== undefined) figures.put(`budget ${watch.id} of user ${watch.scopeKey}`, { counted: row.used })
  }
}

/** The two questions of `weir ledger verify`. */
const verifyLedger = async (figures: FigureList, { harness, id, book }: Case): Promise<void> => {
  for (const { userId, ...difference } of await harness.store.ledgerMaintenance.verify())
    if (book.users.has(userId)) figures.set(`ledger verify, user ${userId}`, JSON.stringify(difference))
  for (const requestId of await harness.store.ledgerMaintenance.doubleCharges())
    if (requestId.startsWith(id)) figures.set(`ledger verify, request ${requestId}`, 'charged twice')
}

/** What is really in the tables, and what the store that set the case up says of them. */
export const observe = async (at: Case, database: Database): Promise<Figures> => {
  const figures = new FigureList()
  await Promise.all([
    readAccounts(figures, database, at),
    readLedger(figures, database, at),
    readLog(figures, database, at),
    readBudgets(figures, database, at),
    readStatistics(figures, at),
    verifyLedger(figures, at),
  ])
  return figures
}
