import { Callbacks } from '../upstream/callbacks.ts'
import type { Shutdown } from '../ports.ts'

export interface StoppableShutdown extends Shutdown {
  /** Cuts every request that still runs, and every one that begins later. */
  cut(): void
}

/** Callbacks instead of an abort signal: listeners come and go with every request, and leaving must not cost more the more there are. */
export const createShutdown = (): StoppableShutdown => {
  const running = new Callbacks()
  let isAborting = false
  return {
    isAborting: () => isAborting,
    onCut: (cut) => running.add(cut),
    cut: () => {
      isAborting = true
      running.callAll()
    },
  }
}
