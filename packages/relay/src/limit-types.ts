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

export interface LimitTicket {
  readonly remaining: RemainingLimits
  /** Tells what was really used, and frees the place. Called once. */
  release(tokens: number): void
}

export interface LimitRefusal {
  readonly ok: false
  readonly retryAfterSeconds: number
  readonly limit: 'requests' | 'tokens' | 'parallel'
  readonly remaining: RemainingLimits
}

export type LimitDecision = { readonly ok: true; readonly ticket: LimitTicket } | LimitRefusal

/** Requests and tokens per minute and parallel requests, per token and per user. */
export interface Limits {
  /** At once where nothing is limited; otherwise from where all processes are counted together. */
  take(caller: { readonly tokenId: number; readonly userId: number }, estimatedTokens: number): LimitDecision | Promise<LimitDecision>
}
