import type { RateCounter } from './rate-counter.ts'
import { openRedisLink, type RedisLinkOptions } from './redis-link.ts'

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

interface RedisCounterOptions extends RedisLinkOptions {
  /** Counts while Redis is away: a limit that is not shared is still a limit. */
  readonly fallback: RateCounter
}

export interface RedisCounter extends RateCounter {
  close(): void
}

/** Counters shared by all nodes. */
export const openRedisCounter = ({ fallback, ...options }: RedisCounterOptions): RedisCounter => {
  const link = openRedisLink(options)
  return {
    take: (key, window) =>
      link.run({ text: TAKE, keys: [`${PREFIX}${key}`], args: [window.max, window.seconds] }, Number, () => fallback.take(key, window)),
    giveBack: (key) =>
      link.run(
        { text: GIVE_BACK, keys: [`${PREFIX}${key}`], args: [] },
        () => undefined,
        () => fallback.giveBack(key),
      ),
    close: () => link.close(),
  }
}
