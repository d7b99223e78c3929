import { addClamped, type Engine } from '../dialect/engine.ts'

/** The statements of budget counters. Each ends with the three parts of the counter's key, unless it says otherwise. */
export interface BudgetStatements {
  /** The amount; then the key, the amount and the limit. */
  readonly takeHard: string
  readonly takeSoft: string
  /** What is used and reserved; undefined where taking has told it. */
  readonly readTaken: string | undefined
  readonly giveBack: string
  /** What was reserved and what was used of it. */
  readonly settle: string
  /** Unless it is there. */
  readonly open: string
  readonly lock: string
  readonly markRefused: string
}

const KEYS = ['budget_id', 'series', 'period_start'] as const

export const createBudgetStatements = (engine: Engine): BudgetStatements => {
  const { supportsReturning, supportsForUpdate } = engine.capabilities
  const where = `where ${KEYS.map((key) => `${key} = ?`).join(' and ')}`
  const taken = 'used + reserved as taken'
  const returning = supportsReturning ? ` returning ${taken}` : ''
  const unlessThere = engine.addToExisting({ table: 'budget_counters', keys: KEYS, sums: ['used'] })
  return {
    takeHard: engine.toPrepared(`update budget_counters set reserved = reserved + ? ${where} and used + reserved + ? <= ?${returning}`),
    takeSoft: engine.toPrepared(`update budget_counters set reserved = reserved + ? ${where}${returning}`),
    readTaken: supportsReturning ? undefined : engine.toPrepared(`select ${taken} from budget_counters ${where}`),
    giveBack: engine.toPrepared(`update budget_counters set reserved = reserved - ? ${where}`),
    settle: engine.toPrepared(`update budget_counters set reserved = reserved - ?, used = ${addClamped(engine, 'used', '?')} ${where}`),
    open: engine.toPrepared(
      `insert into budget_counters (${KEYS.join(', ')}, used, reserved, has_refused) values (?, ?, ?, 0, 0, false) ${unlessThere}`,
    ),
    lock: engine.toPrepared(`select ${taken}, has_refused from budget_counters ${where}${supportsForUpdate ? ' for update' : ''}`),
    markRefused: engine.toPrepared(`update budget_counters set has_refused = true ${where}`),
  }
}
