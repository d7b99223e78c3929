export const SECOND_MS = 1000

/** Whole seconds until `until`, never below zero. */
export const secondsLeft = (until: number, now: number): number => Math.max(0, Math.ceil((until - now) / SECOND_MS))
