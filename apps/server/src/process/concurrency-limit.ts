/** Lets so many run at a time; the others wait, first come first served. */
export const createConcurrencyLimit = (most: number): (<T>(work: () => Promise<T>) => Promise<T>) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      // The place is handed over, not given up: work that comes just now cannot slip in between.
      const next = waiting.shift()
      if (next === undefined) running--
      else next()
    }
  }
}
