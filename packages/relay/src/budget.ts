import type { Period } from '@weir/ledger/period'

export type BudgetScope = 'token' | 'user' | 'group'
export type BudgetUnit = 'requests' | 'tokens' | 'quota'

/** What may be used in every period by all who are within its scope together. */
export interface Budget {
  readonly id: number
  /** Raised when what is counted changes: what was counted before does not count any more. */
  readonly series: number
  readonly scope: BudgetScope
  /** The number of a token or a user as text, or the name of a group. */
  readonly scopeKey: string
  /** Empty: all models together. */
  readonly model: string
  readonly unit: BudgetUnit
  readonly period: Period
  readonly limit: number
  /** Refuses what does not fit; otherwise it only counts and warns. */
  readonly isHard: boolean
}

/** Where the database counts one period of a budget. */
export interface CounterRef {
  readonly budgetId: number
  readonly series: number
  /** Epoch seconds. */
  readonly periodStart: number
  readonly unit: BudgetUnit
  /** All of the above as one text. */
  readonly key: string
}

export interface BudgetCounter extends CounterRef {
  readonly budget: Budget
  /** Epoch seconds; undefined when the period never ends. */
  readonly periodEnd: number | undefined
}

/** What a request takes from a budget until it is known what it has used. */
export interface BudgetShare {
  readonly counter: BudgetCounter
  readonly amount: number
}

/** Of a hold with budgets: what each has left, in their order, and which refused, if one did. */
export interface BudgetOutcome {
  readonly left: readonly number[]
  readonly refusedBy: BudgetCounter | undefined
}

export const isHeld = (outcome: string | BudgetOutcome | undefined): boolean =>
  outcome === 'held' || (typeof outcome === 'object' && outcome.refusedBy === undefined)

export interface Budgets {
  /** The counters that a request falls under. At once where the budgets are known to be new enough. */
  countersFor(asker: BudgetAsker): readonly BudgetCounter[] | Promise<readonly BudgetCounter[]>
}

export interface BudgetAsker {
  readonly tokenId: number
  readonly userId: number
  readonly group: string
  readonly model: string
}

const UNITS: readonly BudgetUnit[] = ['requests', 'tokens', 'quota']

export const counterRef = (ref: Omit<CounterRef, 'key'>): CounterRef => ({
  ...ref,
  key: `${ref.budgetId}.${ref.series}.${ref.periodStart}.${ref.unit}`,
})

/** As a reservation keeps what it took: should its process die, another gives it back. */
export const writeShares = (shares: readonly BudgetShare[]): string => {
  let text = ''
  for (const { counter, amount } of shares) text += `${text === '' ? '' : ' '}${counter.key}=${amount}`
  return text
}

export interface KeptShare {
  readonly counter: CounterRef
  readonly amount: number
}

const readShare = (text: string): KeptShare => {
  const [, budgetId, series, periodStart, unit, amount] = /^(\d+)\.(\d+)\.(\d+)\.([a-z]+)=(\d+)$/.exec(text) ?? []
  const known = UNITS.find((name) => name === unit)
  if (known === undefined) throw new Error(`a reservation names a budget that cannot be read: ${text}`)
  const ref = { budgetId: Number(budgetId), series: Number(series), periodStart: Number(periodStart), unit: known }
  return { counter: counterRef(ref), amount: Number(amount) }
}

export const readShares = (text: string): readonly KeptShare[] => (text === '' ? [] : text.split(' ').map(readShare))

/** What is left of one limit in the running minute, or of a budget in its period. */
export interface RemainingLimit {
  readonly limit: number
  readonly remaining: number
  /** Until the minute or period is over; undefined where it never is. */
  readonly resetSeconds: number | undefined
}

/** The tightest limits and budgets of the caller; undefined where none is set. */
export interface RemainingLimits {
  readonly requests?: RemainingLimit | undefined
  readonly tokens?: RemainingLimit | undefined
  readonly quota?: RemainingLimit | undefined
}
