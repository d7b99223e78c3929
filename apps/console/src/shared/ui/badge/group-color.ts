import { splitList } from '@weir/contract/values/quantity'
import type { BadgeColor } from './badge.tsx'

const DEFAULT_GROUP = 'default'

const colors: Readonly<Record<string, BadgeColor>> = { vip: 'yellow', pro: 'yellow', svip: 'red', premium: 'red' }

export const groupColor = (group: string): BadgeColor => colors[group] ?? 'grey'

/** The names behind a comma-joined text, sorted; none means the default group. */
export const groupNames = (joined: string): readonly string[] => {
  const names = splitList(joined)
  return names.length === 0 ? [DEFAULT_GROUP] : names.toSorted((a, b) => a.localeCompare(b))
}
