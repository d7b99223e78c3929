import { createLoadGuard } from './load-guard.ts'
import type { LoadGuard } from '../load.ts'

/** For commands and tests, which take on what they ask for themselves. */
export const unboundedLoad = (): LoadGuard =>
  createLoadGuard({ bounds: { requests: Infinity, streams: Infinity }, memory: () => 'free', onRefused: () => undefined })
