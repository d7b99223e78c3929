/** Calls and guesses are counted by the minute; a minute begins with the first of them. */
export const WINDOW_MS = 60_000

/** One that begins later than now was begun by a clock that was set back since: it would last as long as it was set back. */
export const hasEnded = (startedAt: number, now: number): boolean => now < startedAt || now - startedAt >= WINDOW_MS

/** For a `retry-after`: never 0, which would invite the next call at once. */
export const secondsUntil = (endsAt: number, now: number): number => Math.max(1, Math.ceil((endsAt - now) / 1000))

export const secondsLeft = (startedAt: number, now: number): number => secondsUntil(startedAt + WINDOW_MS, now)
