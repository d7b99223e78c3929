import { describeError, log } from '../process/log.ts'

/** Runs a job again and again, never twice at once. A failure is written down and the next turn tries again. */
export const every = (ms: number, name: string, job: () => Promise<void>): (() => void) => {
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    job()
      .catch((error: unknown) => log.error('job failed', { job: name, ...describeError(error) }))
      .finally(() => {
        isRunning = false
      })
  }, ms)
  return () => clearInterval(timer)
}
