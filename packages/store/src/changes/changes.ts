import type { Clock } from '@weir/relay/ports'
import type { Messages } from '../dialect/messages.ts'

const THINGS = ['channels', 'options', 'budgets', 'identities'] as const
export type ChangedThing = (typeof THINGS)[number]

/** How often a message to ourselves shows that messages arrive. */
const PROBE_EVERY_MS = 10_000
/** When one that has not arrived counts as lost. */
const PROBE_PATIENCE_MS = 5000
/** A pooler may let nobody listen, and a server may have no connection left: then it is not tried every second. */
const RETRY_MS = 30_000
/** However often something changes, what is known of it is thrown away no more often: each time it has to be read again. */
const REST_MS = 100
const PROBE = 'probe'

/**
 * Changes of other processes as they happen, where the database can tell. Messages make a change seen sooner and let an idle process ask
 * less; nothing relies on them, since one can be lost: what a request uses was asked for within a second all the same.
 */
export interface Changes {
  /** After the commit of a change of this process. */
  announce(thing: ChangedThing): void
  /** Connects, connects again and looks whether messages arrive. To be called every second; asks the database every ten. */
  follow(): Promise<void>
  /** Whether a change of another process would be heard of. */
  isHeard(): boolean
  onChange(thing: ChangedThing, act: () => void): void
  close(): Promise<void>
}

interface ChangesOptions {
  /** Undefined where the database has none. */
  readonly messages: Messages | undefined
  readonly nodeId: string
  readonly clock: Clock
  readonly rest?: () => Promise<void>
}

const isThing = (word: string): word is ChangedThing => THINGS.some((thing) => thing === word)

/** One connection, from the attempt to open it on. */
interface Listening {
  close: () => Promise<void>
  isLost: boolean
  /** When the latest message to ourselves was sent, and whether it has not come yet. */
  probedAt: number
  isWaiting: boolean
  /** Whether one has come. */
  isProven: boolean
}

export const createChanges = ({ messages, nodeId, clock, rest = () => Bun.sleep(REST_MS) }: ChangesOptions): Changes => {
  const acts = new Map<ChangedThing, (() => void)[]>()
  /** Things that were acted on a moment ago, and whether they have changed since. */
  const resting = new Map<ChangedThing, boolean>()
  const sending = new Set<Promise<void>>()
  let listening: Listening | undefined
  let isClosed = false
  let triedAt = -Infinity

  const send = (text: string): Promise<void> => {
    const sent: Promise<void> = (messages?.send(`${text} ${nodeId}`) ?? Promise.resolve())
      .catch(() => undefined)
      .finally(() => sending.delete(sent))
    sending.add(sent)
    return sent
  }

  const act = async (thing: ChangedThing): Promise<void> => {
    if (resting.has(thing)) {
      resting.set(thing, true)
      return
    }
    do {
      resting.set(thing, false)
      for (const each of acts.get(thing) ?? []) each()
      await rest()
    } while (resting.get(thing) === true)
    resting.delete(thing)
  }

  const receive = (text: string): void => {
    const [thing = '', sender = ''] = text.split(' ')
    if (sender !== nodeId) {
      if (isThing(thing)) void act(thing)
      return
    }
    if (thing !== PROBE || listening === undefined) return
    listening.isWaiting = false
    listening.isProven = true
    // Once it is lost, it is worth trying again at once.
    triedAt = -Infinity
  }

  const lose = async (lost: Listening): Promise<void> => {
    if (listening === lost) listening = undefined
    await lost.close().catch(() => undefined)
  }

  const connect = async (from: Messages): Promise<Listening | undefined> => {
    triedAt = clock()
    const next: Listening = { close: async () => undefined, isLost: false, probedAt: -Infinity, isWaiting: false, isProven: false }
    const onLost = (): void => {
      next.isLost = true
      if (listening === next) listening = undefined
    }
    const opened = await from.listen({ onMessage: receive, onLost })
    next.close = () => opened.close()
    if (isClosed) await next.close()
    return isClosed || next.isLost ? undefined : next
  }

  /** What is away is told by everything else that asks for it. */
  const connectWhenDue = async (from: Messages): Promise<Listening | undefined> => {
    const age = clock() - triedAt
    if (age >= 0 && age < RETRY_MS) return undefined
    return connect(from).catch(() => undefined)
  }

  return {
    announce(thing) {
      void send(thing)
    },
    async follow() {
      if (messages === undefined || isClosed) return
      listening ??= await connectWhenDue(messages)
      if (listening === undefined) return
      const now = clock()
      const age = now - listening.probedAt
      if (listening.isWaiting && age >= PROBE_PATIENCE_MS) return await lose(listening)
      if (age >= 0 && age < PROBE_EVERY_MS) return
      listening.probedAt = now
      listening.isWaiting = true
      await send(PROBE)
    },
    isHeard: () => listening?.isProven === true,
    onChange: (thing, each) => acts.set(thing, [...(acts.get(thing) ?? []), each]),
    async close() {
      isClosed = true
      if (listening !== undefined) await lose(listening)
      await Promise.all(sending)
    },
  }
}
