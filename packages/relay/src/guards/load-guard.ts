import type { Ending, LoadGuard } from '../load.ts'
import { RelayRefusal } from '../refusal.ts'

export type LoadLimit = 'requests' | 'streams' | 'memory'

/** `all`: nobody was let in. `user`: those who had less running were. */
export type RefusedBy = 'all' | 'user'

export type MemoryLevel = 'free' | 'tight' | 'full'

/** Infinity: no bound. */
export interface LoadBounds {
  readonly requests: number
  readonly streams: number
}

interface LoadOptions {
  readonly bounds: LoadBounds
  readonly memory: () => MemoryLevel
  readonly onRefused: (limit: LoadLimit, by: RefusedBy) => void
}

/**
 * A user may have at most four times as many places as are left: alone four fifths of all, two at a time four ninths each, and one who has
 * none finds one while there is any. This is the dynamic threshold of shared switch buffers (Choudhury and Hahne, 1998).
 */
const SHARE_OF_FREE = 4

/** Long enough for an ordinary answer to end. */
const RETRY_AFTER_SECONDS = 2

class Places {
  readonly #bound: number
  readonly #byUser = new Map<number, number>()
  #taken = 0

  constructor(bound: number) {
    this.#bound = bound
  }

  get taken(): number {
    return this.#taken
  }

  get users(): number {
    return this.#byUser.size
  }

  get isFull(): boolean {
    return this.#taken >= this.#bound
  }

  of(userId: number): number {
    return this.#byUser.get(userId) ?? 0
  }

  hasRoomFor(own: number): boolean {
    return own < SHARE_OF_FREE * (this.#bound - this.#taken)
  }

  take(userId: number, own: number): void {
    this.#taken++
    this.#byUser.set(userId, own + 1)
  }

  free(userId: number): void {
    this.#taken--
    const own = this.of(userId) - 1
    if (own > 0) this.#byUser.set(userId, own)
    else this.#byUser.delete(userId)
  }
}

const refusalFor = (by: RefusedBy, running: number): RelayRefusal =>
  new RelayRefusal(by === 'all' ? 'server-busy' : 'over-share', {
    params: { running, seconds: RETRY_AFTER_SECONDS },
    retryAfter: String(RETRY_AFTER_SECONDS),
  })

interface Gate {
  readonly enter: (userId: number) => void
  readonly places: Places
}

/** Async from its first line, so that a refusal is never thrown at whoever only asked for a promise. */
const passThrough = async <Reply extends Ending>({ enter, places }: Gate, userId: number, work: () => Promise<Reply>): Promise<Reply> => {
  enter(userId)
  const leave = () => places.free(userId)
  try {
    const reply = await work()
    if (reply.onEnd === undefined) leave()
    else reply.onEnd(leave)
    return reply
  } catch (error) {
    leave()
    throw error
  }
}

export const createLoadGuard = ({ bounds, memory, onRefused }: LoadOptions): LoadGuard => {
  const requests = new Places(bounds.requests)
  const streams = new Places(bounds.streams)

  const refuse = (limit: LoadLimit, by: RefusedBy, running = 0): never => {
    onRefused(limit, by)
    throw refusalFor(by, running)
  }

  /** A process that does nothing takes a request whatever its memory is: refusing would never give any back. */
  const requireMemory = (): void => {
    if (requests.taken > 0 && memory() === 'full') refuse('memory', 'all')
  }

  const requireRoom = (): void => {
    if (requests.isFull) refuse('requests', 'all')
    requireMemory()
  }

  const isAboveAverage = (own: number): boolean => own > 0 && own * requests.users >= requests.taken

  const enter = (userId: number): void => {
    requireMemory()
    const own = requests.of(userId)
    if (!requests.hasRoomFor(own)) refuse('requests', requests.isFull ? 'all' : 'user', own)
    if (isAboveAverage(own) && memory() === 'tight') refuse('memory', 'user', own)
    requests.take(userId, own)
  }

  const enterStream = (userId: number): void => {
    const own = streams.of(userId)
    if (!streams.hasRoomFor(own)) refuse('streams', streams.isFull ? 'all' : 'user', own)
    streams.take(userId, own)
  }

  return {
    requireRoom,
    runRequest: (userId, work) => passThrough({ enter, places: requests }, userId, work),
    runStream: (userId, work) => passThrough({ enter: enterStream, places: streams }, userId, work),
    openSession: (userId) => {
      enter(userId)
      try {
        enterStream(userId)
      } catch (error) {
        requests.free(userId)
        throw error
      }
      return () => {
        requests.free(userId)
        streams.free(userId)
      }
    },
    get running() {
      return requests.taken
    },
    get openStreams() {
      return streams.taken
    },
  }
}
