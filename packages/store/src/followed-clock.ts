import type { Clock } from '@weir/relay/ports'

/** An answer that was on its way for longer, or that a paused process read late, says nothing about now. */
const MAX_ANSWER_MS = 1000

export interface FollowedClock {
  readonly now: Clock
  /** Sets the clock to what is told; undefined stands for the time of this machine. */
  readonly follow: (ask: () => Promise<number | undefined>) => Promise<void>
}

interface Times {
  readonly wallMs: () => number
  /** Never set back or forth. */
  readonly monotonicMs: () => number
}

/**
 * Leases, periods of budgets and ends of codes are compared by nodes that did not write them: a node whose own clock is wrong would take the
 * others for dead, or be taken for dead. All of them go by the clock of the database, and between two looks at it by one that nobody sets.
 */
export const createFollowedClock = ({ wallMs, monotonicMs }: Times): FollowedClock => {
  let startMs = wallMs() - monotonicMs()
  let isFollowing = false
  return {
    now: () => Math.floor(startMs + monotonicMs()),
    follow: async (ask) => {
      const askedAt = monotonicMs()
      const toldMs = await ask()
      const answeredAt = monotonicMs()
      if (isFollowing && answeredAt - askedAt > MAX_ANSWER_MS) return
      startMs = (toldMs ?? wallMs()) - answeredAt
      isFollowing = true
    },
  }
}
