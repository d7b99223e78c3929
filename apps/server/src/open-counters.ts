import type { LimitKeeper } from '@weir/relay/guards/limits'
import { createMemoryCounter } from '@weir/store/cache/memory'
import type { RateCounter } from '@weir/store/cache/rate-counter'
import { openRedisCounter } from '@weir/store/cache/redis'
import { openRedisLimits, type RedisLimits } from '@weir/store/cache/redis-limits'
import { log } from './process/log.ts'
import type { RateCounters } from './http/api/rate-limits.ts'

interface OpenCounters extends RateCounters {
  close(): void
}

interface CounterOptions {
  readonly redisUrl: string
  /** Shared by all nodes as well, and there even when Redis is not. */
  readonly database: RateCounter
  readonly clock: () => number
}

const logRedis = (isAvailable: boolean): void =>
  isAvailable ? log.info('Redis is back: limits are shared again') : log.error('Redis does not answer: calls are counted without it')

/** Frequent calls are counted in Redis, else in this process; those that guard an account in Redis, else in the database. */
export const openRateCounters = ({ redisUrl: url, database, clock }: CounterOptions): OpenCounters => {
  const memory = createMemoryCounter(clock)
  if (url === '') return { frequent: memory, strict: database, close: () => undefined }
  const frequent = openRedisCounter({ url, clock, fallback: memory, onChange: logRedis })
  const strict = openRedisCounter({ url, clock, fallback: database, onChange: () => undefined })
  return {
    frequent,
    strict,
    close: () => {
      frequent.close()
      strict.close()
    },
  }
}

/** Limits of callers are counted in Redis by all nodes together, else by this node. */
export const openLimitKeeper = (url: string, node: LimitKeeper, clock: () => number): RedisLimits =>
  url === ''
    ? { take: (request) => node.take(request), close: () => undefined }
    : openRedisLimits({ url, clock, fallback: node, newId: () => crypto.randomUUID(), onChange: () => undefined })
