import type { Settings } from './settings.ts'

/** Asked many times for every request; worked out again only when an option has changed. */
export const remember = <T>(settings: () => Settings, workOut: (now: Settings) => T): (() => T) => {
  let from: Settings | undefined
  let known: T | undefined
  return () => {
    const now = settings()
    if (known === undefined || from !== now) {
      known = workOut(now)
      from = now
    }
    return known
  }
}
