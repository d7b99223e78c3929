import { createMemoryCounter } from '@weir/store/cache/memory'
import type { RateCounter } from '@weir/store/cache/rate-counter'
import { openRedisCounter } from '@weir/store/cache/redis'
import { log } from './log.ts'

interface OpenCounter {
  readonly counter: RateCounter
  close(): void
}

/** Shared through Redis when there is one, else of this process alone. */
export const openRateCounter = (redisUrl: string, clock: () => number): OpenCounter => {
  const memory = createMemoryCounter(clock)
  if (redisUrl === '') return { counter: memory, close: () => undefined }
  const counter = openRedisCounter({
    url: redisUrl,
    fallback: memory,
    clock,
    onChange: (isAvailable) =>
      isAvailable ? log.info('Redis is back: limits are shared again') : log.error('Redis does not answer: every node counts for itself'),
  })
  return { counter, close: () => counter.close() }
}
