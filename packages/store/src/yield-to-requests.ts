/** How much longer than it worked a long job rests. */
const REST = 3

/**
 * Between two pieces of long work. An embedded database answers at once and in this thread: without a pause the loop around it would keep
 * every other request of the process waiting until the last piece is done. A caller that says how long the piece took leaves most of the
 * time to requests.
 */
export const yieldToRequests = (workedMs = 0): Promise<void> =>
  new Promise((resolve) => (workedMs > 0 ? setTimeout(resolve, workedMs * REST) : setImmediate(resolve)))
