/**
 * What a promise came to, as a function for `expect(…).toThrow`. Instead of `expect(promise).rejects`, which serves no connection while it
 * waits: a question to a database server took five seconds that way.
 */
export const outcomeOf = async (promise: Promise<unknown>): Promise<() => unknown> => {
  try {
    const value = await promise
    return () => value
  } catch (error) {
    return () => {
      throw error
    }
  }
}
