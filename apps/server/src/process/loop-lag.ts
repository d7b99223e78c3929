const INTERVAL_MS = 500

export interface LoopLag {
  readonly seconds: () => number
  readonly stop: () => void
}

/** How late a timer fires: the time that some other work kept the process from everything else. */
export const watchLoopLag = (clock: () => number): LoopLag => {
  let dueAt = clock() + INTERVAL_MS
  let lagMs = 0
  const timer = setInterval(() => {
    lagMs = Math.max(0, clock() - dueAt)
    dueAt = clock() + INTERVAL_MS
  }, INTERVAL_MS)
  timer.unref()
  return { seconds: () => lagMs / 1000, stop: () => clearInterval(timer) }
}
