const STEP_MS = 10
/** For a machine with far more to do than this test: a deadline is there to end a test that has failed, not to measure. */
const LEAST_PATIENCE_MS = 60_000

interface Clock {
  readonly nowMs: () => number
  readonly sleep: (ms: number) => Promise<void>
}

const realClock: Clock = {
  nowMs: () => performance.now(),
  sleep: (ms) => {
    const { promise, resolve } = Promise.withResolvers<void>()
    setTimeout(resolve, ms)
    return promise
  },
}

export interface Patience {
  /** At least 60 s. */
  readonly withinMs?: number
  readonly clock?: Clock
}

/** Asks until the answer is there. After the deadline it fails and says what it waited for. */
export const eventually = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  { withinMs = LEAST_PATIENCE_MS, clock = realClock }: Patience = {},
): Promise<T> => {
  if (withinMs < LEAST_PATIENCE_MS) throw new Error(`${withinMs} ms measure the machine; wait for ${what} for 60 s or more`)
  const deadline = clock.nowMs() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (clock.nowMs() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await clock.sleep(STEP_MS)
  }
}
