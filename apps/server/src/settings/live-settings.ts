import type { Options, StoredOption } from '@weir/store/repositories/options'
import { settingsFrom, type Settings } from './settings.ts'

/** How long a change made on another node may go unseen. */
const MAX_AGE_MS = 1000

export interface LiveSettings {
  readonly current: () => Settings
  /** Reads the options again if any node changed one. */
  readonly refresh: () => Promise<void>
  /** What to wait for where they may be older than a change of another node, as after a pause of the process; nearly always nothing. */
  readonly renewal: () => Promise<void> | undefined
}

export const openSettings = async (options: Options, clock: () => number): Promise<LiveSettings> => {
  let revision = -1
  let settings = settingsFrom(new Map())
  let readAt = -Infinity
  let running: Promise<void> | undefined
  let begun = 0
  let applied = 0

  const refresh = async (): Promise<void> => {
    const startedAt = clock()
    const turn = ++begun
    const now = await options.revision()
    const stored = now === revision ? undefined : await options.all()
    // What was read before a change must not take the place of what was read after it.
    if (turn < applied) return
    applied = turn
    if (stored !== undefined) {
      const namesOf = (isMarked: (option: StoredOption) => boolean) => new Set(stored.filter(isMarked).map(({ name }) => name))
      settings = settingsFrom(new Map(stored.map(({ name, value }) => [name, value])), {
        unconfirmed: namesOf(({ isConfirmed }) => !isConfirmed),
        withheld: namesOf(({ isWithheld, value }) => isWithheld && value !== ''),
      })
      revision = now
    }
    readAt = startedAt
  }

  /** Without the database the last known options are better than none; what needs the database says so itself. */
  const renew = (): Promise<void> =>
    refresh()
      .catch(() => undefined)
      .finally(() => {
        running = undefined
      })

  await refresh()
  return {
    current: () => settings,
    refresh,
    renewal: () => {
      const age = clock() - readAt
      if (age >= 0 && age < MAX_AGE_MS) return undefined
      running ??= renew()
      return running
    },
  }
}
