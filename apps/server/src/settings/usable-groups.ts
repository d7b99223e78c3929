import type { Settings } from './settings.ts'

/** The groups that a user of this group may choose for a token, with what they are for: the own group first. */
export const usableGroups = (settings: Settings, ownGroup: string): ReadonlyMap<string, string> => {
  const offered = settings.usableGroups()
  return new Map([[ownGroup, offered.get(ownGroup) ?? ownGroup], ...offered])
}
