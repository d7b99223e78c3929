/** Runs by their input: while one is under way, another of the same input is that one. */
export const createSingleRuns = <Result>() => {
  const running = new Map<string, Promise<Result>>()
  return {
    run: (input: unknown, start: () => Promise<Result>): Promise<Result> => {
      const name = JSON.stringify(input) ?? ''
      const known = running.get(name)
      if (known !== undefined) return known
      const started = start().finally(() => running.delete(name))
      running.set(name, started)
      return started
    },
  }
}
