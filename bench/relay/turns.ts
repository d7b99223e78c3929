/** Another one begins each time, and the direction changes: none may follow itself and find everything warm, or always the same other. */
export const inTurn = <T>(all: readonly T[], slice: number): readonly T[] => {
  const from = slice % all.length
  const order = [...all.slice(from), ...all.slice(0, from)]
  return slice % 2 === 0 ? order : order.toReversed()
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
