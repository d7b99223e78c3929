import type { StartTimer } from '@weir/relay/ports'

export const startRealTimer: StartTimer = (ms, onFire) => {
  const timer = setTimeout(onFire, ms)
  return () => clearTimeout(timer)
}
