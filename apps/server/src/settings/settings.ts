import { isOptionKey, optionTable, parseRatios, type OptionKey } from '@weir/contract/option'

/** The options as they stand now. Replaced as a whole when one changes, never edited in place. */
export interface Settings {
  text(key: OptionKey): string
  isOn(key: OptionKey): boolean
  number(key: OptionKey): number
  ratios(key: OptionKey): Readonly<Record<string, number>>
}

export const settingsFrom = (stored: ReadonlyMap<string, string>): Settings => {
  const values = new Map<OptionKey, string>()
  for (const key of Object.keys(optionTable)) if (isOptionKey(key)) values.set(key, stored.get(key) ?? optionTable[key].default)
  const ratios = new Map<OptionKey, Readonly<Record<string, number>>>()
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
  }
}
