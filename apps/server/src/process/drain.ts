import type { StoppableShutdown } from '@weir/relay/guards/shutdown'

/** After the cut every stream has its last frame to write and its charge to commit; a caller that does not read must not hold the end up. */
const CUT_GRACE_MS = 5000
const LOOK_EVERY_MS = 20

interface DrainOptions {
  readonly patienceMs: number
  readonly pendingRequests: () => number
  readonly openHolds: () => number
  readonly shutdown: StoppableShutdown
  readonly clock: () => number
  readonly sleep: (ms: number) => Promise<void>
}

/** Waits for what runs, cuts what is left when the patience is over, and waits until that is settled. True when nothing was cut. */
export const drain = async (options: DrainOptions): Promise<boolean> => {
  const { clock, sleep } = options
  const isQuiet = () => options.pendingRequests() === 0 && options.openHolds() === 0
  const until = async (deadline: number): Promise<boolean> => {
    while (!isQuiet()) {
      if (clock() >= deadline) return false
      await sleep(LOOK_EVERY_MS)
    }
    return true
  }
  if (await until(clock() + options.patienceMs)) return true
  options.shutdown.cut()
  await until(clock() + CUT_GRACE_MS)
  return false
}
