const STEP_MS = 10
/** For a machine with far more to do than this test: whoever waits for less says so. */
const PATIENCE_MS = 30_000

/** Asks until the answer is there. After the deadline it fails and says what it waited for. */
export const eventually = async <T>(
  what: string,
  ask: () => T | undefined | Promise<T | undefined>,
  withinMs = PATIENCE_MS,
): Promise<T> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await Bun.sleep(STEP_MS)
  }
}
