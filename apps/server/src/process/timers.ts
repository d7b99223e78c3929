import type { StartTimer } from '@weir/relay/ports'
import { createCoarseTimers } from './coarse-timers.ts'

const startExactTimer: StartTimer = (ms, onFire) => {
  const timer = setTimeout(onFire, ms)
  return () => clearTimeout(timer)
}

export const startTimer: StartTimer = createCoarseTimers(startExactTimer, (ms, tick) => {
  const timer = setInterval(tick, ms).unref()
  return () => clearInterval(timer)
})
