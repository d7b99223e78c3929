import type { GuessLimit } from '../identity.ts'
import type { Clock } from '../ports.ts'
import { hasEnded, secondsLeft } from './fixed-window.ts'

const MAX_WRONG_KEYS = 60
/** Addresses are cheap to invent, memory is not: beyond this the oldest window is forgotten. */
const MAX_ADDRESSES = 50_000
const MAX_RIGHT_KEYS = 10_000

interface Window {
  readonly startedAt: number
  wrong: number
}

/** Counts keys that name no token, per address in fixed one-minute windows. `blockOf` tells which addresses are one caller. */
export const createGuessLimit = (blockOf: (address: string) => string, clock: Clock, maxAddresses = MAX_ADDRESSES): GuessLimit => {
  const windows = new Map<string, Window>()
  const right = new Set<string>()

  const running = (block: string): Window | undefined => {
    const window = windows.get(block)
    if (window === undefined || !hasEnded(window.startedAt, clock())) return window
    windows.delete(block)
    return undefined
  }

  return {
    rightKey: (key) => {
      if (right.has(key)) return false
      if (right.size >= MAX_RIGHT_KEYS) right.clear()
      right.add(key)
      return true
    },
    secondsToWait: (address, key) => {
      // No wrong key in the last minute: the usual case costs nothing.
      if (windows.size === 0 || right.has(key)) return 0
      const window = running(blockOf(address))
      if (window === undefined || window.wrong < MAX_WRONG_KEYS) return 0
      return secondsLeft(window.startedAt, clock())
    },
    wrongKey: (address) => {
      const block = blockOf(address)
      const window = running(block)
      if (window !== undefined) {
        window.wrong++
        return
      }
      const [oldest] = windows.keys()
      if (windows.size >= maxAddresses && oldest !== undefined) windows.delete(oldest)
      windows.set(block, { startedAt: clock(), wrong: 1 })
    },
  }
}
