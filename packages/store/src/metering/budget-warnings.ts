import { isBudgetPeriod } from '@weir/contract/budget'
import type { Budget } from '@weir/relay/budget'
import { sql } from 'kysely'
import { nowSeconds, type StoreContext } from '../context.ts'

export type WarningPercent = 80 | 100

export interface BudgetWarning {
  readonly budgetId: number
  readonly series: number
  readonly periodStart: number
  /** 100 also when a request did not fit any more. */
  readonly percent: WarningPercent
  readonly used: number
}

export interface BudgetWarnings {
  /**
   * Budgets that have come to 80 or 100 percent of their limit and were not warned of yet. Each is handed out to one node at a time, and again,
   * later and later, until `told` says that the warning went out; after some tries it counts as told.
   */
  take(): Promise<readonly BudgetWarning[]>
  told(warning: BudgetWarning): Promise<void>
}

const FIRST_LEASE_SECONDS = 120
const MAX_TRIES = 5
const DAY_SECONDS = 86_400
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

/** Twice the longest a period can be: one that ended is warned of only shortly after. */
const LOOKED_BACK_SECONDS: Readonly<Record<Budget['period'], number>> = {
  minute: 2 * MINUTE_SECONDS,
  hour: 2 * HOUR_SECONDS,
  day: 2 * DAY_SECONDS,
  week: 14 * DAY_SECONDS,
  month: 62 * DAY_SECONDS,
  total: Infinity,
}

const isShort = (period: Budget['period']): boolean => period === 'minute' || period === 'hour'

interface Row {
  readonly id: number
  readonly series: number
  readonly period: string
  readonly amount_limit: number
  readonly warned_start: number | null
  readonly warned_percent: number | null
  readonly warned_at: number | null
  readonly warning_tries: number | null
  readonly period_start: number
  readonly used: number
  readonly has_refused: boolean
}

const percentOf = ({ used, amount_limit: limit, has_refused: hasRefused }: Row): WarningPercent => (hasRefused || used >= limit ? 100 : 80)

/** Short periods would warn all day long: of each level once a day. */
const isToBeTold = (row: Row, now: number): boolean => {
  const { period, period_start: start, warned_start: toldStart, warned_percent: toldPercent, warned_at: toldAt } = row
  if (!isBudgetPeriod(period) || start < now - LOOKED_BACK_SECONDS[period]) return false
  if (toldPercent === null || toldAt === null || toldPercent < percentOf(row)) return true
  return isShort(period) ? toldAt <= now - DAY_SECONDS : toldStart !== start
}

const marksOf = ({ periodStart, percent }: BudgetWarning, now: number) => ({
  warned_start: periodStart,
  warned_percent: percent,
  warned_at: now,
  warning_until: null,
  warning_tries: null,
})

export const createBudgetWarnings = ({ kysely, clock }: Pick<StoreContext, 'kysely' | 'clock'>): BudgetWarnings => {
  const reached = (): Promise<readonly Row[]> =>
    kysely
      .selectFrom('budgets as b')
      .innerJoin('budget_counters as c', (join) => join.onRef('c.budget_id', '=', 'b.id').onRef('c.series', '=', 'b.series'))
      .select(['b.id', 'b.series', 'b.period', 'b.amount_limit', 'b.warned_start', 'b.warned_percent', 'b.warned_at', 'b.warning_tries'])
      .select(['c.period_start', 'c.used', 'c.has_refused'])
      .where((eb) => eb.or([eb('c.has_refused', '=', true), sql<boolean>`c.used >= b.amount_limit * 0.8`]))
      .where((eb) => eb.or([eb('c.period_start', '=', 0), eb('c.period_start', '>=', nowSeconds(clock) - LOOKED_BACK_SECONDS.month)]))
      .orderBy('c.period_start', 'desc')
      .execute()

  /** Decided by the row count: of two nodes that see the same, one changes the mark. */
  const claim = async (warning: BudgetWarning, row: Row): Promise<boolean> => {
    const now = nowSeconds(clock)
    const tries = row.warning_tries ?? 0
    const lease = { warning_until: now + FIRST_LEASE_SECONDS * 4 ** tries, warning_tries: tries + 1 }
    const { numUpdatedRows } = await kysely
      .updateTable('budgets')
      .set(tries + 1 < MAX_TRIES ? lease : marksOf(warning, now))
      .where('id', '=', row.id)
      .where('series', '=', row.series)
      .where('warned_at', row.warned_at === null ? 'is' : '=', row.warned_at)
      .where((eb) => eb.or([eb('warning_until', 'is', null), eb('warning_until', '<=', now)]))
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  }

  return {
    async take() {
      const now = nowSeconds(clock)
      const warnings: BudgetWarning[] = []
      const seen = new Set<number>()
      for (const row of await reached()) {
        if (seen.has(row.id) || !isToBeTold(row, now)) continue
        seen.add(row.id)
        const { id: budgetId, series, period_start: periodStart, used } = row
        const warning: BudgetWarning = { budgetId, series, periodStart, percent: percentOf(row), used }
        if (await claim(warning, row)) warnings.push(warning)
      }
      return warnings
    },
    async told(warning) {
      const { budgetId, series } = warning
      const marks = marksOf(warning, nowSeconds(clock))
      await kysely.updateTable('budgets').set(marks).where('id', '=', budgetId).where('series', '=', series).execute()
    },
  }
}
