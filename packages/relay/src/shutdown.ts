import type { Shutdown } from './ports.ts'

export interface StoppableShutdown extends Shutdown {
  /** Cuts every request that still runs, and every one that begins later. */
  cut(): void
}

/** A set instead of an abort signal: listeners come and go with every request, and leaving must not cost more the more there are. */
export const createShutdown = (): StoppableShutdown => {
  const running = new Set<() => void>()
  let isCutting = false
  return {
    isCutting: () => isCutting,
    onCut: (cut) => {
      running.add(cut)
      return () => void running.delete(cut)
    },
    cut: () => {
      isCutting = true
      for (const cut of running) cut()
    },
  }
}
