import type { StoreContext } from '../context.ts'
import { readRevision, type Revision } from '../rows.ts'

/** How long a change made on another node may go unseen. */
const CHECK_INTERVAL_MS = 1000

export interface Revisioned<Snapshot> {
  /** At once where it is known to be new enough. */
  snapshot(): Snapshot | Promise<Snapshot>
  forget(): void
}

interface RevisionedOptions<Snapshot> extends Pick<StoreContext, 'kysely' | 'clock'> {
  readonly name: Revision
  /** Given the revision that was there before the rows are read. */
  readonly load: (revision: number) => Promise<Snapshot>
}

/** A picture of rows that every request needs, read again when their revision has changed. */
export const createRevisioned = <Snapshot extends object>(options: RevisionedOptions<Snapshot>): Revisioned<Snapshot> => {
  const { kysely, clock, name, load } = options
  let current: { readonly snapshot: Snapshot; readonly revision: number } | undefined
  /** When it was last asked for; a clock that was set back is then before it. */
  let checkedAt = Infinity
  let running: Promise<Snapshot> | undefined
  // What a refresh read before a change of this process is not kept after it.
  let generation = 0

  const refresh = async (): Promise<Snapshot> => {
    const startedAt = clock()
    const startedIn = generation
    const before = current
    // Read before the rows: a change in between is then seen as a new revision at the next check.
    const revision = await readRevision(kysely, name)
    if (before !== undefined && before.revision === revision && startedIn === generation) {
      checkedAt = startedAt
      return before.snapshot
    }
    const snapshot = await load(revision)
    if (startedIn === generation) {
      current = { snapshot, revision }
      checkedAt = startedAt
    }
    return snapshot
  }

  const start = (): Promise<Snapshot> => {
    const refreshing: Promise<Snapshot> = refresh().finally(() => {
      if (running === refreshing) running = undefined
    })
    running = refreshing
    return refreshing
  }

  return {
    snapshot() {
      const age = clock() - checkedAt
      if (current !== undefined && age >= 0 && age < CHECK_INTERVAL_MS) return current.snapshot
      return running ?? start()
    },
    forget() {
      generation += 1
      checkedAt = Infinity
      running = undefined
    },
  }
}
