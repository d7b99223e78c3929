export interface BulkResult {
  readonly done: readonly number[]
  readonly failed: readonly { readonly id: number; readonly error: unknown }[]
}

interface BulkOptions {
  readonly parallel?: number
  readonly signal?: AbortSignal
  readonly onProgress?: (finished: number) => void
}

/** Works through the ids a few at a time. A failure does not stop the others; the signal does, between calls. */
export const runBulk = async (
  ids: readonly number[],
  action: (id: number) => Promise<unknown>,
  { parallel = 4, signal, onProgress }: BulkOptions = {},
): Promise<BulkResult> => {
  const waiting = [...ids]
  const done: number[] = []
  const failed: { id: number; error: unknown }[] = []
  const work = async () => {
    for (let id = waiting.shift(); id !== undefined && signal?.aborted !== true; id = waiting.shift()) {
      try {
        await action(id)
        done.push(id)
      } catch (error) {
        failed.push({ id, error })
      }
      onProgress?.(done.length + failed.length)
    }
  }
  await Promise.all(Array.from({ length: Math.min(parallel, ids.length) }, work))
  return { done, failed }
}
