import type { Settings } from './settings.ts'

const DEFAULT_GROUP = 'default'

/** The groups that have a ratio, and the one that everybody starts in. */
export const groupNames = (settings: Settings): readonly string[] =>
  [...new Set([DEFAULT_GROUP, ...Object.keys(settings.ratios('GroupRatio'))])].toSorted()
