/** Lets everything that is due run first; no time has to pass. */
export const nextTurn = (): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  setImmediate(resolve)
  return promise
}
