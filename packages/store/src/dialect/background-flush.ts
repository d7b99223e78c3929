import { open, type FileHandle } from 'node:fs/promises'

export interface BackgroundFlush {
  /** Something was written; every so often this starts a flush. */
  written(): void
  /** Resolves when nothing runs any more. */
  close(): Promise<void>
}

/** Calls `flush` once for `every` writes, never twice at a time. A failure is not told: code that depends on the disk flushes it again. */
export const createBackgroundFlush = (flush: () => Promise<void>, every: number): BackgroundFlush => {
  let writes = 0
  let running: Promise<void> | undefined
  return {
    written() {
      writes += 1
      if (writes < every || running !== undefined) return
      writes = 0
      running = flush()
        .catch(() => undefined)
        .finally(() => {
          running = undefined
        })
    },
    async close() {
      await running
    },
  }
}

/** Flushes a file that need not be there yet, through a descriptor of its own, in a thread of the runtime. */
export const createFileFlush = (path: string, every: number): BackgroundFlush => {
  let file: FileHandle | undefined
  const background = createBackgroundFlush(async () => {
    file ??= await open(path, 'r+')
    await file.datasync()
  }, every)
  return {
    written: () => background.written(),
    async close() {
      await background.close()
      await file?.close()
    },
  }
}
