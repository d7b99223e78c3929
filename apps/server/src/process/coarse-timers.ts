import { Callbacks } from '@weir/relay/upstream/callbacks'
import type { CancelTimer, StartTimer } from '@weir/relay/ports'

const TICK_MS = 250
/** Shorter waits get a timer of their own. */
const COARSE_FROM_MS = 2000

/**
 * Timers for deadlines of seconds that hardly ever fire: every request starts and cancels some and every piece of a stream restarts one, so
 * they share a ticker, and one that is restarted stays where it is until its first time is over. They fire up to two ticks late, and never early, even when the process was held up or its clock was set.
 */
export const createCoarseTimers = (exact: StartTimer, everyTick: (ms: number, tick: () => void) => () => void): StartTimer => {
  const slots = new Map<number, Callbacks>()
  let now = 0
  let stopTicking: (() => void) | undefined

  const tick = (): void => {
    now += 1
    const due = slots.get(now)
    slots.delete(now)
    due?.callAll()
    if (slots.size > 0) return
    stopTicking?.()
    stopTicking = undefined
  }

  const slotAt = (at: number): Callbacks => {
    let slot = slots.get(at)
    if (slot === undefined) slots.set(at, (slot = new Callbacks()))
    return slot
  }

  return (ms, onFire) => {
    if (ms < COARSE_FROM_MS) return exact(ms, onFire)
    // No limit.
    if (ms === Infinity) return () => undefined
    stopTicking ??= everyTick(TICK_MS, tick)
    // One more, because the running tick is partly over.
    const ticks = Math.ceil(ms / TICK_MS) + 1
    let due = now + ticks
    const fire = (): void => {
      if (due > now) leave = slotAt(due).add(fire)
      else onFire()
    }
    let leave = slotAt(due).add(fire)
    const cancel: CancelTimer = () => leave()
    cancel.restart = () => {
      due = now + ticks
    }
    return cancel
  }
}
