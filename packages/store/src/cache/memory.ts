import { secondsUntil } from '@weir/relay/guards/fixed-window'
import type { RateCounter } from './rate-counter.ts'

/** A flood of addresses must not fill the memory; the key that was used longest ago is forgotten first. */
const MAX_KEYS = 50_000

interface Entry {
  count: number
  readonly endsAt: number
}

/** Counters of this process alone. */
export const createMemoryCounter = (clock: () => number, maxKeys = MAX_KEYS): RateCounter => {
  const entries = new Map<string, Entry>()

  const makeRoom = (): void => {
    if (entries.size < maxKeys) return
    const now = clock()
    for (const [key, { endsAt }] of entries) if (endsAt <= now) entries.delete(key)
    for (const oldest of entries.keys()) {
      if (entries.size < maxKeys) return
      entries.delete(oldest)
    }
  }

  return {
    take(key, { max, seconds }) {
      const now = clock()
      const entry = entries.get(key)
      if (entry === undefined || entry.endsAt <= now) {
        entries.delete(key)
        makeRoom()
        entries.set(key, { count: 1, endsAt: now + seconds * 1000 })
        return Promise.resolve(0)
      }
      if (entry.count >= max) return Promise.resolve(secondsUntil(entry.endsAt, now))
      entry.count += 1
      return Promise.resolve(0)
    },
    giveBack(key) {
      const entry = entries.get(key)
      if (entry !== undefined && entry.count > 0) entry.count -= 1
      return Promise.resolve()
    },
  }
}
