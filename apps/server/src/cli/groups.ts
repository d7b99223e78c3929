import { groupNames } from '../settings/group-names.ts'
import type { Gateway } from './gateway.ts'
import type { Session } from './session.ts'

/** A group may be named before it has a ratio, here and by the API. A name that was mistyped is told all the same. */
export const groupWarnings = (names: readonly string[], known: readonly string[]): readonly string[] =>
  [...new Set(names)]
    .filter((name) => !known.includes(name))
    .map(
      (name) =>
        `warning: there is no group ${name}. It has the ratio 1, and its accounts are served by channels that name it. Groups are ${known.join(', ')}; the option GroupRatio adds one`,
    )

/** Apart from the result. */
export const warnOfGroups = (names: readonly string[], { settings }: Gateway, { terminal }: Pick<Session, 'terminal'>): void => {
  for (const line of groupWarnings(names, groupNames(settings.current()))) terminal.tell(line)
}
