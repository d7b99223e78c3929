import { WINDOW_MS } from '@weir/relay/guards/fixed-window'
import { remainingIn, type LimitFigures, type LimitLevel, type LimitRequest } from '@weir/relay/guards/window-limits'
import type { LimitKeeper } from '@weir/relay/guards/limits'
import type { LimitDecision } from '@weir/relay/ports'
import { openRedisLink, type RedisLinkOptions } from './redis-link.ts'

/** The place of a request whose node died is free again after this. While the node lives it renews the lease in good time. */
const LEASE_MS = 60_000
const RENEWALS_PER_LEASE = 3
const LIMITS = ['parallel', 'requests', 'tokens'] as const

/**
 * For the token and then the user: a hash that lives for the minute, and a set of the requests that run, by the end of their lease.
 * Answers the number of the limit that refuses, from 1, or 0, whose it is, and for each level when its minute began, what was
 * counted and what is left of the minute.
 */
const TAKE = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local id, tokens, window, lease = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local answer = { 0, 0 }
for level = 1, 2 do
  local minute, running = KEYS[level], KEYS[level + 2]
  redis.call('zremrangebyscore', running, '-inf', now)
  if redis.call('hsetnx', minute, 'began', now) == 1 then redis.call('pexpire', minute, window) end
  local counted = redis.call('hmget', minute, 'requests', 'tokens', 'began')
  local used = { redis.call('zcard', running), tonumber(counted[1] or 0), tonumber(counted[2] or 0) }
  for limit = 1, 3 do
    local most = tonumber(ARGV[4 + (level - 1) * 3 + limit])
    if answer[1] == 0 and most > 0 and used[limit] >= most then answer[1], answer[2] = limit, level end
  end
  local at = 3 + (level - 1) * 4
  answer[at], answer[at + 1], answer[at + 2], answer[at + 3] = counted[3], used[2], used[3], redis.call('pttl', minute)
end
if answer[1] == 0 then
  for level = 1, 2 do
    local minute, running = KEYS[level], KEYS[level + 2]
    local at = 3 + (level - 1) * 4
    answer[at + 1] = redis.call('hincrby', minute, 'requests', 1)
    answer[at + 2] = redis.call('hincrby', minute, 'tokens', tokens)
    redis.call('zadd', running, now + lease, id)
    redis.call('pexpire', running, lease)
  end
end
return answer`

const RENEW = `
local time = redis.call('time')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for level = 3, 4 do
  redis.call('zadd', KEYS[level], now + ARGV[2], ARGV[1])
  redis.call('pexpire', KEYS[level], ARGV[2])
end
return 0`

/** The minute may be over: what was counted in it is not corrected in the next. */
const RELEASE = `
for level = 1, 2 do
  redis.call('zrem', KEYS[level + 2], ARGV[1])
  if redis.call('hget', KEYS[level], 'began') == ARGV[2 + level] then redis.call('hincrby', KEYS[level], 'tokens', ARGV[2]) end
end
return 0`

const keysOf = ({ tokenId, userId }: LimitRequest): readonly string[] =>
  ['minute', 'running'].flatMap((what) => [`weir:relay:t${tokenId}:${what}`, `weir:relay:u${userId}:${what}`])

const argumentsOf = ({ parallel, requestsPerMinute, tokensPerMinute }: LimitFigures): readonly number[] => [
  parallel,
  requestsPerMinute,
  tokensPerMinute,
]

interface Taken {
  readonly refusedBy: (typeof LIMITS)[number] | undefined
  readonly retryAfterSeconds: number
  readonly levels: readonly LimitLevel[]
  readonly began: readonly string[]
}

const readTaken = (answer: unknown, { perToken, perUser }: LimitRequest): Taken => {
  if (!Array.isArray(answer) || answer.length !== 10) throw new Error('Redis answered something else')
  const levels = [perToken, perUser].map((figures, index) => {
    const [requests, tokens, msLeft] = answer.slice(3 + index * 4, 6 + index * 4).map(Number)
    return { figures, requests: requests ?? 0, tokens: tokens ?? 0, resetSeconds: Math.max(1, Math.ceil((msLeft ?? 0) / 1000)) }
  })
  const refusedBy = LIMITS[Number(answer[0]) - 1]
  const retryAfterSeconds = refusedBy === 'parallel' ? 1 : (levels[Number(answer[1]) - 1]?.resetSeconds ?? 1)
  return { refusedBy, retryAfterSeconds, levels, began: [String(answer[2]), String(answer[6])] }
}

interface RedisLimitsOptions extends RedisLinkOptions {
  /** Counts for this node while Redis is away. */
  readonly fallback: LimitKeeper
  /** Different for every request of every node. */
  readonly newId: () => string
  readonly leaseMs?: number
}

export interface RedisLimits extends LimitKeeper {
  close(): void
}

/** Limits of callers, counted by all nodes together. */
export const openRedisLimits = ({ fallback, newId, leaseMs = LEASE_MS, ...options }: RedisLimitsOptions): RedisLimits => {
  const link = openRedisLink(options)
  const running = new Map<string, LimitRequest>()

  /** No request waits for it, and what fails is made up for by the next time. */
  const tell = (text: string, request: LimitRequest, args: readonly (string | number)[]): void =>
    void link.run(
      { text, keys: keysOf(request), args },
      () => undefined,
      () => undefined,
    )

  const renewal = setInterval(() => {
    for (const [id, request] of running) tell(RENEW, request, [id, leaseMs])
  }, leaseMs / RENEWALS_PER_LEASE)

  const release = (request: LimitRequest, id: string, began: readonly string[]) => (tokens: number) => {
    // A place is given back once; a second release does nothing.
    if (!running.delete(id)) return
    tell(RELEASE, request, [id, Math.round(tokens - request.tokens), ...began])
  }

  const decide = (request: LimitRequest, id: string, taken: Taken): LimitDecision => {
    const remaining = remainingIn(taken.levels)
    if (taken.refusedBy !== undefined) return { ok: false, limit: taken.refusedBy, retryAfterSeconds: taken.retryAfterSeconds, remaining }
    running.set(id, request)
    return { ok: true, ticket: { remaining, release: release(request, id, taken.began) } }
  }

  return {
    take: (request) => {
      const id = newId()
      const args = [id, Math.round(request.tokens), WINDOW_MS, leaseMs, ...argumentsOf(request.perToken), ...argumentsOf(request.perUser)]
      return link.run(
        { text: TAKE, keys: keysOf(request), args },
        (answer) => decide(request, id, readTaken(answer, request)),
        () => fallback.take(request),
      )
    },
    close: () => {
      clearInterval(renewal)
      link.close()
    },
  }
}
