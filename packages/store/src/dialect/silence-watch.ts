const LOOK_MS = 1000
/** Longer than a statement waits for a lock. */
const QUIET_MS = 5000

/** An answer that has not come yet. */
interface Waiting {
  readonly since: number
  readonly hangUp: () => void
}

export interface SilenceWatch {
  /** Waits for an answer. `hangUp` has the wait fail, and is called where the server has fallen silent. */
  wait<T>(answer: Promise<T>, hangUp: () => void): Promise<T>
  /** Whether the server did not answer when it was asked for a sign of life. It is asked every second from then on. */
  isSilent(): boolean
  close(): void
}

interface SilenceOptions {
  /** Asks the server for a sign of life over a new connection, and waits for it for a few seconds. */
  readonly isAlive: () => Promise<boolean>
  readonly now?: () => number
  /** Returns how to stop. */
  readonly every?: (ms: number, act: () => void) => () => void
}

const everyUnheld = (ms: number, act: () => void): (() => void) => {
  const timer = setInterval(act, ms)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * A server that hangs, or a line that was cut without a word, leaves whoever has asked waiting for as long as it lasts. A statement may take
 * minutes, though. So where nothing at all was answered for a while, the server is asked over a new connection: only if it does not
 * answer there either does everybody who waits hear that it is away, and whoever comes later at once.
 */
export const createSilenceWatch = ({ isAlive, now = () => performance.now(), every = everyUnheld }: SilenceOptions): SilenceWatch => {
  /** In the order in which they were asked. */
  const waiting = new Set<Waiting>()
  let answeredAt = -Infinity
  let isAsking = false
  let isSilent = false
  let stop: (() => void) | undefined

  const ask = async (): Promise<void> => {
    const askedAt = now()
    if (await isAlive()) answeredAt = now()
    isSilent = answeredAt < askedAt
    if (isSilent) for (const { since, hangUp } of waiting) if (since <= askedAt) hangUp()
  }

  const close = (): void => {
    stop?.()
    stop = undefined
  }

  const look = (): void => {
    const [oldest] = waiting
    if (oldest === undefined && !isSilent) return close()
    const isQuiet = isSilent || now() - Math.max(oldest?.since ?? 0, answeredAt) >= QUIET_MS
    if (isAsking || !isQuiet) return
    isAsking = true
    void ask().finally(() => {
      isAsking = false
    })
  }

  return {
    async wait(answer, hangUp) {
      const one: Waiting = { since: now(), hangUp }
      waiting.add(one)
      stop ??= every(LOOK_MS, look)
      try {
        const value = await answer
        answeredAt = now()
        isSilent = false
        return value
      } finally {
        waiting.delete(one)
      }
    },
    isSilent: () => isSilent,
    close,
  }
}
