/**
 * A server that restarts drops every connection, but a pool learns of each only when its closing arrives or when it is used. So after one
 * loss the connections from before are not used again: one failure is enough to get a connection that works.
 */
export const createFreshness = <C extends object>() => {
  let generation = 0
  const bornIn = new WeakMap<C, number>()
  return {
    opened: (connection: C): void => {
      bornIn.set(connection, generation)
    },
    isStale: (connection: C): boolean => (bornIn.get(connection) ?? generation) < generation,
    /** A late failure of an old connection says nothing about those opened since. */
    lost: (connection: C): void => {
      if (bornIn.get(connection) === generation) generation += 1
    },
  }
}
