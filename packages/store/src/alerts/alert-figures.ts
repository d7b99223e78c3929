import { TokenStatus } from '@weir/contract/token'
import { addSaturated } from '@weir/contract/values/quantity'
import { logDatabaseOf, type StoreContext } from '../context.ts'
import { readWaitingRows, type WaitingRows } from '../log-database/waiting-rows.ts'
import { KINDS } from '../log-index/kinds.ts'
import { readRollups } from '../log-index/rollups/read-rollups.ts'

export interface WatchedChannel {
  readonly id: number
  readonly name: string
  readonly status: number
  /** In the unit of its provider; undefined until it was asked for. */
  readonly balance: number | undefined
}

export interface ChannelTraffic {
  readonly channelId: number
  readonly requests: number
  readonly failures: number
  readonly quota: number
}

export interface EndingToken {
  readonly id: number
  readonly name: string
  readonly username: string
  readonly expiresAt: number
}

export interface WatchedBudget {
  readonly id: number
  readonly scope: string
  readonly scopeKey: string
  readonly period: string
  readonly limit: number
  readonly periodStart: number
  readonly used: number
  readonly hasRefused: boolean
}

/** What rules compare with their thresholds. */
export interface AlertFigures {
  channels(): Promise<readonly WatchedChannel[]>
  /** From the first second up to the last, without it. */
  traffic(from: number, to: number): Promise<readonly ChannelTraffic[]>
  /** Tokens that end between two moments, the soonest first. */
  endingTokens(from: number, to: number, limit: number): Promise<readonly EndingToken[]>
  /** Periods of budgets in which something was counted. */
  budgets(periodsSince: number): Promise<readonly WatchedBudget[]>
  /** Rows of the log that their own database has not taken yet; none where the log has no database of its own. */
  waitingLog(): Promise<WaitingRows>
}

export const createAlertFigures = (source: StoreContext): AlertFigures => {
  const { kysely, logDatabase } = source
  return {
    async channels() {
      const rows = await kysely.selectFrom('channels').select(['id', 'name', 'status', 'balance', 'balance_updated_time']).execute()
      return rows.map(({ id, name, status, balance, balance_updated_time: updatedAt }) => ({
        id,
        name,
        status,
        balance: updatedAt === 0 ? undefined : balance,
      }))
    },
    async traffic(from, to) {
      const rows = await readRollups(logDatabaseOf(source), { kind: KINDS.latencies, match: {}, span: { from, to }, by: ['channel_id'] })
      return [...Map.groupBy(rows, ({ channelId }) => channelId)].map(([channelId, own]) => ({
        channelId,
        requests: own.reduce((sum, row) => addSaturated(sum, row.requests), 0),
        failures: own.reduce((sum, row) => addSaturated(sum, row.failures), 0),
        quota: own.reduce((sum, row) => addSaturated(sum, row.quota), 0),
      }))
    },
    async endingTokens(from, to, limit) {
      const rows = await kysely
        .selectFrom('tokens')
        .innerJoin('users', 'users.id', 'tokens.user_id')
        .select(['tokens.id', 'tokens.name', 'users.username', 'tokens.expired_time'])
        .where('tokens.deleted_at', 'is', null)
        .where('tokens.status', 'in', [TokenStatus.enabled, TokenStatus.expired])
        .where('tokens.expired_time', '>', from)
        .where('tokens.expired_time', '<=', to)
        .orderBy('tokens.expired_time')
        .orderBy('tokens.id')
        .limit(limit)
        .execute()
      return rows.map(({ id, name, username, expired_time: expiresAt }) => ({ id, name, username, expiresAt }))
    },
    async budgets(periodsSince) {
      const rows = await kysely
        .selectFrom('budgets as b')
        .innerJoin('budget_counters as c', (join) => join.onRef('c.budget_id', '=', 'b.id').onRef('c.series', '=', 'b.series'))
        .select(['b.id', 'b.scope', 'b.scope_key', 'b.period', 'b.amount_limit', 'c.period_start', 'c.used', 'c.has_refused'])
        .where((eb) => eb.or([eb('c.period_start', '=', 0), eb('c.period_start', '>=', periodsSince)]))
        .execute()
      return rows.map((row) => ({
        id: row.id,
        scope: row.scope,
        scopeKey: row.scope_key,
        period: row.period,
        limit: row.amount_limit,
        periodStart: row.period_start,
        used: row.used,
        hasRefused: row.has_refused,
      }))
    },
    waitingLog: () => (logDatabase === undefined ? Promise.resolve({ rows: 0, since: 0 }) : readWaitingRows(kysely)),
  }
}
