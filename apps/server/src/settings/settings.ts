import { Refusal } from '@weir/contract/errors'
import { normalizeOption } from '@weir/contract/options/option-rules'
import type { ModelSheet } from '@weir/contract/catalog/entry'
import { parseModelSheets } from '@weir/contract/options/model-sheets'
import { parseGroupSheets, type GroupSheets } from '@weir/contract/options/group-sheets'
import { parseUsableGroups } from '@weir/contract/options/usable-groups'
import { isOptionKey, optionTable, parseRatios, type OptionKey, type OptionKind } from '@weir/contract/options/option'

/** The options as they stand now. Replaced as a whole when one changes, never edited in place. */
export interface Settings {
  text(key: OptionKey): string
  isOn(key: OptionKey): boolean
  number(key: OptionKey): number
  ratios(key: OptionKey): Readonly<Record<string, number>>
  /** The operator's own sheets by model; they come before the catalogue's. */
  sheets(): ReadonlyMap<string, ModelSheet>
  /** By group and model; they come before everything else. */
  groupSheets(): GroupSheets
  /** What every user may choose for a token, with what it is for. */
  usableGroups(): ReadonlyMap<string, string>
  /** Whether root saved it last, or it was never saved. */
  isConfirmed(key: OptionKey): boolean
  /** Whether the secret must be entered again because its address changed; until then it reads as empty. */
  isWithheld(key: OptionKey): boolean
}

interface Marks {
  readonly unconfirmed?: ReadonlySet<string>
  readonly withheld?: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const NO_SHEETS: ReadonlyMap<string, ModelSheet> = new Map()

const CHECKED_KINDS: ReadonlySet<OptionKind> = new Set(['url', 'time-zone'])

/**
 * A database of an earlier program may hold `javascript:` where an address belongs, and links are served to every visitor; or a zone that
 * does not exist here, in which no period could be counted.
 */
const usable = (key: OptionKey, value: string): string => {
  if (!CHECKED_KINDS.has(optionTable[key].kind)) return value
  try {
    return normalizeOption(key, value)
  } catch (error) {
    if (error instanceof Refusal) return optionTable[key].default
    throw error
  }
}

export const settingsFrom = (stored: ReadonlyMap<string, string>, { unconfirmed = NONE, withheld = NONE }: Marks = {}): Settings => {
  const values = new Map<OptionKey, string>()
  for (const key of Object.keys(optionTable)) {
    if (isOptionKey(key)) values.set(key, withheld.has(key) ? '' : usable(key, stored.get(key) ?? optionTable[key].default))
  }
  const ratios = new Map<OptionKey, Readonly<Record<string, number>>>()
  let sheets: ReadonlyMap<string, ModelSheet> | undefined
  let groupSheets: GroupSheets | undefined
  let groups: ReadonlyMap<string, string> | undefined
  const text = (key: OptionKey) => values.get(key) ?? ''
  return {
    text,
    isOn: (key) => text(key) === 'true',
    number: (key) => Number(text(key)),
    ratios: (key) => {
      const known = ratios.get(key) ?? parseRatios(text(key)) ?? {}
      ratios.set(key, known)
      return known
    },
    sheets: () => {
      if (sheets !== undefined) return sheets
      const parsed = parseModelSheets(text('ModelSheets'))
      sheets = parsed.ok ? parsed.sheets : NO_SHEETS
      return sheets
    },
    groupSheets: () => {
      if (groupSheets !== undefined) return groupSheets
      const parsed = parseGroupSheets(text('GroupSheets'))
      groupSheets = parsed.ok ? parsed.value : new Map()
      return groupSheets
    },
    usableGroups: () => {
      if (groups !== undefined) return groups
      const parsed = parseUsableGroups(text('UserUsableGroups'))
      groups = new Map(Object.entries(parsed.ok ? parsed.value : {}))
      return groups
    },
    isConfirmed: (key) => !unconfirmed.has(key),
    isWithheld: (key) => withheld.has(key),
  }
}
