import { createLoadGuard } from '../guards/load-guard.ts'
import type { LoadGuard } from '../load.ts'

export const unboundedLoad = (): LoadGuard =>
  createLoadGuard({ bounds: { requests: Infinity, streams: Infinity }, memory: () => 'free', onRefused: () => undefined })
