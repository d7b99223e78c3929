import { LogType } from '@weir/contract/log'
import { hasEnded } from '@weir/relay/guards/fixed-window'
import type { Clock } from '@weir/relay/ports'
import type { LoggedRefusal, RefusalLog } from '@weir/relay/refusal'
import type { Logs } from '@weir/store/repositories/logs/logs'

/** Enough to see what is refused and why; the next row tells how many were left out. */
const ROWS_PER_USER = 10
/** Of one process, should many accounts be refused at once. */
const ROWS_IN_ALL = 600

interface Dependencies {
  readonly logs: Pick<Logs, 'add'>
  readonly clock: Clock
  /** Whether the operator keeps requests in the log at all. */
  readonly isOn: () => boolean
  readonly onError: (error: unknown) => void
}

interface Counted {
  rows: number
  omitted: number
}

/** Who is refused can ask again at once and as often as they like: rows are written up to a bound a minute, and the rest is only counted. */
class Bound {
  readonly #clock: Clock
  #startedAt = 0
  #rows = 0
  #users = new Map<number, Counted>()
  #before = new Map<number, Counted>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** How many were left out since the last row of this user; undefined when this one is left out as well. */
  take(userId: number): number | undefined {
    const now = this.#clock()
    if (hasEnded(this.#startedAt, now)) {
      this.#before = this.#users
      this.#users = new Map()
      this.#rows = 0
      this.#startedAt = now
    }
    let user = this.#users.get(userId)
    if (user === undefined) this.#users.set(userId, (user = { rows: 0, omitted: this.#before.get(userId)?.omitted ?? 0 }))
    if (user.rows === ROWS_PER_USER || this.#rows === ROWS_IN_ALL) {
      user.omitted += 1
      return undefined
    }
    const { omitted } = user
    user.rows += 1
    user.omitted = 0
    this.#rows += 1
    return omitted
  }
}

/** Writes a row for what was refused, behind the reply: nobody waits for it. */
export const createRefusalLog = ({ logs, clock, isOn, onError }: Dependencies): RefusalLog & { readonly idle: () => Promise<void> } => {
  const bound = new Bound(clock)
  const writing = new Set<Promise<void>>()

  const write = async (refusal: LoggedRefusal, omitted: number): Promise<void> => {
    const { userId, username, tokenName, model, isStream, kind, text, requestId, address } = refusal
    await logs.add({
      userId,
      username,
      tokenName,
      type: LogType.refused,
      content: kind,
      modelName: model,
      requestId,
      isStream,
      outcome: 'refused',
      attempts: 0,
      detail: { text: { zh: text('zh'), en: text('en') }, ...(omitted > 0 && { omitted }), address },
    })
  }

  return {
    note: (refusal) => {
      if (!isOn()) return
      const omitted = bound.take(refusal.userId)
      if (omitted === undefined) return
      const written = write(refusal, omitted)
        .catch(onError)
        .finally(() => writing.delete(written))
      writing.add(written)
    },
    idle: async () => {
      await Promise.all(writing)
    },
  }
}
