import type { Clock, LimitDecision, LimitRoom, LimitTicket, Limits } from './ports.ts'

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

const WINDOW_MS = 60_000
const MAX_KNOWN = 100_000

interface Meter {
  windowStart: number
  requests: number
  tokens: number
  parallel: number
}

const secondsLeft = (meter: Meter, now: number): number => Math.max(1, Math.ceil((meter.windowStart + WINDOW_MS - now) / 1000))

interface Pair {
  readonly meter: Meter
  readonly figures: LimitFigures
}

/** Of the token's and the user's limit, the one that will refuse first. */
const tightest = (pairs: readonly Pair[], roomOf: (pair: Pair) => LimitRoom): LimitRoom | undefined =>
  pairs
    .map(roomOf)
    .filter(({ limit }) => limit > 0)
    .toSorted((a, b) => a.remaining - b.remaining)[0]

const requestRoom = ({ meter, figures }: Pair): LimitRoom => ({
  limit: figures.requestsPerMinute,
  remaining: Math.max(0, figures.requestsPerMinute - meter.requests),
})

const tokenRoom = ({ meter, figures }: Pair): LimitRoom => ({
  limit: figures.tokensPerMinute,
  remaining: Math.max(0, figures.tokensPerMinute - meter.tokens),
})

/** Fixed one-minute windows. Tokens are counted by estimate when a request comes and corrected when it ends. */
export const createLimits = (settings: () => LimitSettings, clock: Clock): Limits => {
  const meters = new Map<string, Meter>()

  const meterFor = (name: string, now: number): Meter => {
    const known = meters.get(name)
    if (known !== undefined) {
      if (now - known.windowStart >= WINDOW_MS) Object.assign(known, { windowStart: now, requests: 0, tokens: 0 })
      return known
    }
    if (meters.size >= MAX_KNOWN) for (const [old, meter] of meters) if (meter.parallel === 0) meters.delete(old)
    const fresh: Meter = { windowStart: now, requests: 0, tokens: 0, parallel: 0 }
    meters.set(name, fresh)
    return fresh
  }

  const refusal = (meter: Meter, figures: LimitFigures, now: number): Extract<LimitDecision, { ok: false }> | undefined => {
    const isOver = (limit: number, used: number) => limit > 0 && used >= limit
    if (isOver(figures.parallel, meter.parallel)) return { ok: false, limit: 'parallel', retryAfterSeconds: 1 }
    if (isOver(figures.requestsPerMinute, meter.requests))
      return { ok: false, limit: 'requests', retryAfterSeconds: secondsLeft(meter, now) }
    if (isOver(figures.tokensPerMinute, meter.tokens)) return { ok: false, limit: 'tokens', retryAfterSeconds: secondsLeft(meter, now) }
    return undefined
  }

  const ticketFor = (pairs: readonly Pair[], estimate: number): LimitTicket => {
    const taken = pairs.map(({ meter }) => meter)
    const windows = taken.map((meter) => meter.windowStart)
    let isReleased = false
    return {
      requests: tightest(pairs, requestRoom),
      tokens: tightest(pairs, tokenRoom),
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
    take: (caller, estimate) => {
      const now = clock()
      const { perToken, perUser } = settings()
      const pairs = [
        { meter: meterFor(`t${caller.tokenId}`, now), figures: perToken },
        { meter: meterFor(`u${caller.userId}`, now), figures: perUser },
      ]
      for (const { meter, figures } of pairs) {
        const refused = refusal(meter, figures, now)
        if (refused !== undefined) return refused
      }
      for (const { meter } of pairs) {
        meter.requests++
        meter.tokens += estimate
        meter.parallel++
      }
      return { ok: true, ticket: ticketFor(pairs, estimate) }
    },
  }
}
