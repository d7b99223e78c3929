/** Another one begins each time, and the direction changes: none may follow itself and find everything warm, or always the same other. */
export const inTurn = <T>(all: readonly T[], slice: number): readonly T[] => {
  const from = slice % all.length
  const order = [...all.slice(from), ...all.slice(0, from)]
  return slice % 2 === 0 ? order : order.toReversed()
}

/** So many in all, so many of them begun every second, whether those before have ended or not. */
export const sendAtRate = async (send: () => Promise<void>, total: number, rate: number): Promise<void> => {
  const startedAt = performance.now()
  const running: Promise<void>[] = []
  for (let sent = 0; sent < total; sent++) {
    const wait = startedAt + (sent * 1000) / rate - performance.now()
    if (wait > 1) await Bun.sleep(wait)
    running.push(send())
  }
  await Promise.all(running)
}

/** So many in all, so many of them at a time. */
export const sendParallel = async (send: () => Promise<void>, total: number, parallel: number): Promise<void> => {
  let left = total
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      while (left-- > 0) await send()
    }),
  )
}
