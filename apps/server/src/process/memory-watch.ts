import type { MemoryLevel } from '@weir/relay/guards/load-guard'
import { residentBytes } from './resident-memory.ts'

/** Bodies of a few megabytes need longer than this to fill what lies between tight and full. */
const LOOK_EVERY_MS = 250
const TIGHT_SHARE = 0.9
/** A collection of a large heap takes a while, and right after one another finds nothing. */
const COLLECT_EVERY_LOOKS = 20

interface Process {
  readonly residentBytes: () => number
  /** Lets go of what nothing refers to any more: the runtime is in no hurry to, and refused requests would wait for it. */
  readonly collect: () => void
}

export interface MemoryWatch {
  readonly level: () => MemoryLevel
  readonly look: () => void
  readonly stop: () => void
}

const thisProcess: Process = { residentBytes, collect: () => Bun.gc(false) }

/** How near the process is to its bound. Looked up now and then, so that asking costs nothing; never where there is no bound. */
export const watchMemory = (maxBytes: number, { residentBytes, collect }: Process = thisProcess): MemoryWatch => {
  let level: MemoryLevel = 'free'
  let looksUntilCollect = 0
  const look = (): void => {
    const share = residentBytes() / maxBytes
    if (share < TIGHT_SHARE) level = 'free'
    else level = share < 1 ? 'tight' : 'full'
    if (looksUntilCollect > 0) looksUntilCollect--
    else if (level !== 'free') {
      collect()
      looksUntilCollect = COLLECT_EVERY_LOOKS
    }
  }
  const timer = maxBytes === Infinity ? undefined : setInterval(look, LOOK_EVERY_MS)
  timer?.unref()
  return { level: () => level, look, stop: () => clearInterval(timer) }
}
