import type { Charge } from './book.ts'

const SCOPES = ['token', 'user', 'group'] as const
const SECONDS = { minute: 60, hour: 3600, day: 86_400 } as const

export type BookPeriod = keyof typeof SECONDS | 'total'

export interface BookBudget {
  readonly id: number
  readonly scope: (typeof SCOPES)[number]
  readonly scopeKey: string
  readonly unit: 'requests' | 'tokens' | 'quota'
  series: number
  period: BookPeriod
  limit: number
  isHard: boolean
}

export interface BookCounter {
  used: number
  reserved: number
  /** What settled requests used beyond what they had reserved: so far a hard limit may be passed. */
  overdraft: number
  /** The highest limit at which something was let in. */
  room: number
}

/** What one request takes from one period of a budget. */
export interface BookShare {
  readonly key: string
  readonly budget: BookBudget
  readonly amount: number
}

const startOf = (period: BookPeriod, now: number): number => (period === 'total' ? 0 : now - (now % SECONDS[period]))

const usedOf = ({ budget }: BookShare, { isDelivered, promptTokens, completionTokens, cost }: Charge): number =>
  ({ requests: isDelivered ? 1 : 0, tokens: promptTokens + completionTokens, quota: cost })[budget.unit]

/** What budgets must have counted: plain sums in memory. Periods are those of UTC. */
export class BudgetBook {
  readonly budgets: BookBudget[] = []
  /** By number, series and start of the period. A budget that is gone takes its counters along. */
  readonly counters = new Map<string, BookCounter>()

  /** In the order in which they are asked: of token, user and group, the older first. */
  sharesFor(asker: { readonly token: number; readonly user: number }, amount: number, now: number): readonly BookShare[] {
    const isAbout = ({ scope, scopeKey }: BookBudget): boolean => scope === 'group' || scopeKey === String(asker[scope])
    return this.budgets
      .filter(isAbout)
      .toSorted((a, b) => SCOPES.indexOf(a.scope) - SCOPES.indexOf(b.scope) || a.id - b.id)
      .map((budget) => ({
        key: `${budget.id}.${budget.series}.${startOf(budget.period, now)}`,
        budget,
        amount: budget.unit === 'requests' ? 1 : amount,
      }))
  }

  refusing(shares: readonly BookShare[]): BookBudget | undefined {
    return shares.find(({ key, budget, amount }) => budget.isHard && this.#levelOf(key) + amount > budget.limit)?.budget
  }

  /** How many requests with these shares still fit. */
  roomFor(shares: readonly BookShare[]): number {
    const rooms = shares.map(({ key, budget, amount }) => {
      const left = budget.limit - this.#levelOf(key)
      if (!budget.isHard) return Infinity
      if (left < 0) return 0
      return amount === 0 ? Infinity : Math.floor(left / amount)
    })
    return Math.min(...rooms)
  }

  leftOf(shares: readonly BookShare[]): readonly number[] {
    return shares.map(({ key, budget }) => Math.max(0, budget.limit - this.#levelOf(key)))
  }

  take(shares: readonly BookShare[]): void {
    for (const { key, budget, amount } of shares) {
      const counter = this.counters.get(key) ?? { used: 0, reserved: 0, overdraft: 0, room: 0 }
      counter.reserved += amount
      counter.room = Math.max(counter.room, budget.isHard ? budget.limit : Infinity)
      this.counters.set(key, counter)
    }
  }

  settle(shares: readonly BookShare[], charge: Charge): void {
    for (const share of shares) {
      const counter = this.counters.get(share.key)
      if (counter === undefined) continue
      const used = usedOf(share, charge)
      counter.reserved -= share.amount
      counter.used += used
      counter.overdraft += Math.max(0, used - share.amount)
    }
  }

  /** Other figures go on with what was counted; another period begins at zero. */
  edit(budget: BookBudget, change: Pick<BookBudget, 'period' | 'limit' | 'isHard'>): void {
    if (budget.period !== change.period) budget.series += 1
    Object.assign(budget, change)
  }

  remove(scope: 'token' | 'user', ids: readonly number[]): void {
    const gone = this.budgets.filter((budget) => budget.scope === scope && ids.map(String).includes(budget.scopeKey))
    for (const budget of gone) {
      this.budgets.splice(this.budgets.indexOf(budget), 1)
      for (const key of this.counters.keys()) if (key.startsWith(`${budget.id}.`)) this.counters.delete(key)
    }
  }

  #levelOf(key: string): number {
    const { used = 0, reserved = 0 } = this.counters.get(key) ?? {}
    return used + reserved
  }
}
