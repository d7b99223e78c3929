import type { Clock } from '@weir/relay/ports'

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
  return {
    now: () => Math.floor(startMs + monotonicMs()),
    follow: async (ask) => {
      const askedAt = monotonicMs()
      const toldMs = await ask()
      if (toldMs === undefined) startMs = wallMs() - monotonicMs()
      // It was so late at some moment between question and answer. Within that time the clock is right as it is: a slow answer, or one that a
      // paused process reads late, does not set it back.
      else startMs = Math.min(Math.max(startMs, toldMs - monotonicMs()), toldMs - askedAt)
    },
  }
}
