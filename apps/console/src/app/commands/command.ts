import type { IconName } from '../../shared/ui/icon/icon.tsx'

export interface Command {
  readonly id: string
  readonly icon: IconName
  readonly label: string
  /** What tells two things of one name apart. */
  readonly detail?: string
  /** Further texts it is found by: its name in Chinese, in English and in pinyin, whole and by initials. */
  readonly aliases: readonly string[]
  readonly run: () => void
}

const NO_MATCH = 9

const scoreOf = (texts: readonly string[], part: string): number => {
  if (texts.includes(part)) return 0
  if (texts.some((text) => text.startsWith(part))) return 1
  if (texts.some((text) => text.split(/[\s-]/).some((word) => word.startsWith(part)))) return 2
  return texts.some((text) => text.includes(part)) ? 3 : NO_MATCH
}

const partsOf = (query: string): readonly string[] => query.toLowerCase().split(/\s+/).filter(Boolean)

/** Those that have every part of the query, whole names first, then beginnings; without a query all of them, as they come. */
export const matchCommands = (commands: readonly Command[], query: string): readonly Command[] => {
  const parts = partsOf(query)
  if (parts.length === 0) return commands
  const scored = commands.map((command) => {
    const texts = [command.label, ...command.aliases].map((text) => text.toLowerCase())
    return { command, score: Math.max(...parts.map((part) => scoreOf(texts, part))) }
  })
  return scored
    .filter(({ score }) => score < NO_MATCH)
    .toSorted((a, b) => a.score - b.score)
    .map(({ command }) => command)
}

/** As the server writes them: the time in UTC to the millisecond, and nine letters. */
const REQUEST_ID = /^20\d{15}[\w-]{9}$/

export const isRequestId = (text: string): boolean => REQUEST_ID.test(text)

/** A name as models have it: no space, and more than a few letters. */
export const isModelLike = (text: string): boolean => /^[\w./:@-]{3,100}$/.test(text) && /[a-z]/i.test(text) && !isRequestId(text)
