import { RedisClient } from 'bun'
import type { RateCounter } from './rate-counter.ts'

/** A counter that answers later than this is worth less than one that answers. */
const ANSWER_MS = 500
/** While Redis is away nobody waits for it; one call in this time looks whether it is back. */
const RETRY_MS = 2000
const PREFIX = 'weir:limit:'

// One script, so that two nodes never both read the last free place.
const TAKE = `
local count = tonumber(redis.call('get', KEYS[1]) or '0')
if count >= tonumber(ARGV[1]) then
  return math.max(1, math.ceil(redis.call('pttl', KEYS[1]) / 1000))
end
if redis.call('incr', KEYS[1]) == 1 or redis.call('pttl', KEYS[1]) < 0 then
  redis.call('expire', KEYS[1], ARGV[2])
end
return 0`

const GIVE_BACK = `
if tonumber(redis.call('get', KEYS[1]) or '0') > 0 then return redis.call('decr', KEYS[1]) end
return 0`

interface RedisCounterOptions {
  readonly url: string
  /** Counts while Redis is away: a limit that is not shared is still a limit. */
  readonly fallback: RateCounter
  readonly clock: () => number
  /** Told once when Redis goes and once when it is back. */
  readonly onChange: (isAvailable: boolean) => void
}

export interface RedisCounter extends RateCounter {
  close(): void
}

/** Counters shared by all nodes. */
export const openRedisCounter = ({ url, fallback, clock, onChange }: RedisCounterOptions): RedisCounter => {
  const client = new RedisClient(url, { enableOfflineQueue: false, connectionTimeout: ANSWER_MS })
  let isAvailable = true
  let retryAt = 0

  const note = (isNowAvailable: boolean): void => {
    if (!isNowAvailable) retryAt = clock() + RETRY_MS
    if (isNowAvailable === isAvailable) return
    isAvailable = isNowAvailable
    onChange(isNowAvailable)
  }

  const run = async (script: string, key: string, args: readonly string[]): Promise<number> => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const tooLate = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error('Redis does not answer')), ANSWER_MS)
    })
    const answer = async (): Promise<number> => {
      if (!client.connected) await client.connect()
      return Number(await client.send('EVAL', [script, '1', `${PREFIX}${key}`, ...args]))
    }
    try {
      return await Promise.race([answer(), tooLate])
    } finally {
      clearTimeout(timer)
    }
  }

  const orFallback = async <T>(work: () => Promise<T>, instead: () => Promise<T>): Promise<T> => {
    if (!isAvailable && clock() < retryAt) return await instead()
    retryAt = clock() + RETRY_MS
    try {
      const value = await work()
      note(true)
      return value
    } catch {
      note(false)
      return await instead()
    }
  }

  return {
    take: (key, window) =>
      orFallback(
        () => run(TAKE, key, [String(window.max), String(window.seconds)]),
        () => fallback.take(key, window),
      ),
    giveBack: (key) =>
      orFallback(
        async () => {
          await run(GIVE_BACK, key, [])
        },
        () => fallback.giveBack(key),
      ),
    close: () => client.close(),
  }
}
