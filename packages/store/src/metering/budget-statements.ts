import type { CounterRef } from '@weir/relay/budget'
import { addClamped, type Engine, type Step, type Value } from '../dialect/engine.ts'

/** The statements of budget counters. Each ends with the three parts of the counter's key, unless it says otherwise. */
export interface BudgetStatements {
  /** The amount; then the key, the amount and the limit. */
  readonly takeHard: string
  readonly takeSoft: string
  /** One row with what is used and reserved of each of up to `MAX_READ` counters, in the columns `TAKEN`. */
  readTaken(counters: readonly { readonly ref: CounterRef }[]): Step
  readonly giveBack: string
  /** What was reserved and what was used of it. */
  readonly settle: string
  /** Unless it is there. */
  readonly open: string
  readonly lock: string
  readonly markRefused: string
}

/** A text for each number of counters is kept, so there must be few of them. */
export const MAX_READ = 16

/** The columns of what is read. */
export const TAKEN = Array.from({ length: MAX_READ }, (_, at) => `taken${at}`)

const KEYS = ['budget_id', 'series', 'period_start'] as const

export const createBudgetStatements = (engine: Engine): BudgetStatements => {
  const { supportsForUpdate } = engine.capabilities
  const where = `where ${KEYS.map((key) => `${key} = ?`).join(' and ')}`
  const taken = 'used + reserved as taken'
  const unlessThere = engine.addToExisting({ table: 'budget_counters', keys: KEYS, sums: ['used'] })
  const reads = new Map<number, string>()
  const readText = (count: number): string => {
    const known = reads.get(count)
    if (known !== undefined) return known
    const each = TAKEN.slice(0, count).map((name) => `(select used + reserved from budget_counters ${where}) as ${name}`)
    const text = engine.toPrepared(`select ${each.join(', ')}`)
    reads.set(count, text)
    return text
  }
  return {
    takeHard: engine.toPrepared(`update budget_counters set reserved = reserved + ? ${where} and used + reserved + ? <= ?`),
    takeSoft: engine.toPrepared(`update budget_counters set reserved = reserved + ? ${where}`),
    readTaken(counters) {
      const params: Value[] = []
      for (const { ref } of counters) params.push(ref.budgetId, ref.series, ref.periodStart)
      return { sql: readText(counters.length), params }
    },
    giveBack: engine.toPrepared(`update budget_counters set reserved = reserved - ? ${where}`),
    settle: engine.toPrepared(`update budget_counters set reserved = reserved - ?, used = ${addClamped(engine, 'used', '?')} ${where}`),
    open: engine.toPrepared(
      `insert into budget_counters (${KEYS.join(', ')}, used, reserved, has_refused) values (?, ?, ?, 0, 0, false) ${unlessThere}`,
    ),
    lock: engine.toPrepared(`select ${taken}, has_refused from budget_counters ${where}${supportsForUpdate ? ' for update' : ''}`),
    markRefused: engine.toPrepared(`update budget_counters set has_refused = true ${where}`),
  }
}
