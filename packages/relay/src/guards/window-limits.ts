import type { Clock, LimitDecision, LimitRefusal, LimitTicket } from '../ports.ts'
import type { RemainingLimit, RemainingLimits } from '../budget.ts'
import { hasEnded, secondsLeft } from './fixed-window.ts'

/** 0 means no limit. */
export interface LimitFigures {
  readonly requestsPerMinute: number
  readonly tokensPerMinute: number
  readonly parallel: number
}

export interface LimitSettings {
  readonly perToken: LimitFigures
  readonly perUser: LimitFigures
}

export interface LimitRequest extends LimitSettings {
  readonly tokenId: number
  readonly userId: number
  /** What the request will use, by estimate. */
  readonly tokens: number
}

/** Counts for all who ask the same book: one process, or the supervisor for its workers. */
export interface WindowLimits {
  take(request: LimitRequest): LimitDecision
}

const MAX_KNOWN = 100_000

interface Meter {
  windowStart: number
  requests: number
  tokens: number
  parallel: number
}

interface Pair {
  readonly meter: Meter
  readonly figures: LimitFigures
}

/** How far a token or a user has come in the running minute. */
export interface LimitLevel {
  readonly figures: LimitFigures
  readonly requests: number
  readonly tokens: number
  readonly resetSeconds: number
}

const remainingOf = (limit: number, used: number, resetSeconds: number): RemainingLimit => ({
  limit,
  remaining: Math.max(0, limit - used),
  resetSeconds,
})

/** Of the token's and the user's limit, the one that will refuse first. */
const tightest = (remaining: readonly RemainingLimit[]): RemainingLimit | undefined =>
  remaining.filter(({ limit }) => limit > 0).toSorted((a, b) => a.remaining - b.remaining)[0]

export const remainingIn = (levels: readonly LimitLevel[]): RemainingLimits => ({
  requests: tightest(levels.map(({ figures, requests, resetSeconds }) => remainingOf(figures.requestsPerMinute, requests, resetSeconds))),
  tokens: tightest(levels.map(({ figures, tokens, resetSeconds }) => remainingOf(figures.tokensPerMinute, tokens, resetSeconds))),
})

const remainingLimits = (pairs: readonly Pair[], now: number): RemainingLimits =>
  remainingIn(pairs.map(({ meter, figures }) => ({ ...meter, figures, resetSeconds: secondsLeft(meter.windowStart, now) })))

const isOver = (limit: number, used: number): boolean => limit > 0 && used >= limit

const refusedBy = ({ meter, figures }: Pair, now: number): Omit<LimitRefusal, 'remaining'> | undefined => {
  if (isOver(figures.parallel, meter.parallel)) return { ok: false, limit: 'parallel', retryAfterSeconds: 1 }
  const retryAfterSeconds = secondsLeft(meter.windowStart, now)
  if (isOver(figures.requestsPerMinute, meter.requests)) return { ok: false, limit: 'requests', retryAfterSeconds }
  if (isOver(figures.tokensPerMinute, meter.tokens)) return { ok: false, limit: 'tokens', retryAfterSeconds }
  return undefined
}

/** Fixed one-minute windows. Tokens are counted by estimate when a request comes and corrected when it ends. */
export const createWindowLimits = (clock: Clock): WindowLimits => {
  const meters = new Map<string, Meter>()

  const meterFor = (name: string, now: number): Meter => {
    const known = meters.get(name)
    if (known !== undefined) {
      if (hasEnded(known.windowStart, now)) Object.assign(known, { windowStart: now, requests: 0, tokens: 0 })
      return known
    }
    if (meters.size >= MAX_KNOWN) for (const [old, meter] of meters) if (meter.parallel === 0) meters.delete(old)
    const fresh: Meter = { windowStart: now, requests: 0, tokens: 0, parallel: 0 }
    meters.set(name, fresh)
    return fresh
  }

  const ticketFor = (pairs: readonly Pair[], estimate: number, now: number): LimitTicket => {
    const taken = pairs.map(({ meter }) => meter)
    const windows = taken.map((meter) => meter.windowStart)
    let isReleased = false
    return {
      remaining: remainingLimits(pairs, now),
      release: (tokens) => {
        if (isReleased) return
        isReleased = true
        taken.forEach((meter, index) => {
          meter.parallel--
          if (meter.windowStart === windows[index]) meter.tokens += tokens - estimate
        })
      },
    }
  }

  return {
    take: ({ tokenId, userId, tokens, perToken, perUser }) => {
      const now = clock()
      const pairs = [
        { meter: meterFor(`t${tokenId}`, now), figures: perToken },
        { meter: meterFor(`u${userId}`, now), figures: perUser },
      ]
      for (const pair of pairs) {
        const refused = refusedBy(pair, now)
        if (refused !== undefined) return { ...refused, remaining: remainingLimits(pairs, now) }
      }
      for (const { meter } of pairs) {
        meter.requests++
        meter.tokens += tokens
        meter.parallel++
      }
      return { ok: true, ticket: ticketFor(pairs, tokens, now) }
    },
  }
}
