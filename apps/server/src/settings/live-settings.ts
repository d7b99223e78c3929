import type { Options, StoredOption } from '@weir/store/repositories/options'
import { settingsFrom, type Settings } from './settings.ts'

export interface LiveSettings {
  readonly current: () => Settings
  /** Reads the options again if any node changed one. */
  readonly refresh: () => Promise<void>
}

export const openSettings = async (options: Options): Promise<LiveSettings> => {
  let revision = -1
  let settings = settingsFrom(new Map())
  const refresh = async (): Promise<void> => {
    const now = await options.revision()
    if (now === revision) return
    const stored = await options.all()
    const namesOf = (isMarked: (option: StoredOption) => boolean) => new Set(stored.filter(isMarked).map(({ name }) => name))
    settings = settingsFrom(new Map(stored.map(({ name, value }) => [name, value])), {
      unconfirmed: namesOf(({ isConfirmed }) => !isConfirmed),
      withheld: namesOf(({ isWithheld, value }) => isWithheld && value !== ''),
    })
    revision = now
  }
  await refresh()
  return { current: () => settings, refresh }
}
