const STEP_MS = 10

/** Asks until the answer is there. After the deadline it fails and says what it waited for. */
export const eventually = async <T>(what: string, ask: () => T | undefined | Promise<T | undefined>, withinMs = 5000): Promise<T> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`not within ${withinMs} ms: ${what}`)
    await Bun.sleep(STEP_MS)
  }
}
