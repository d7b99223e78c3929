/**
 * Between two pieces of long work. An embedded database answers at once and in this thread: without a pause the loop around it would keep
 * every other request of the process waiting until the last piece is done.
 */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
