import { Refusal } from '@weir/contract/errors'
import { normalizeOption, requireNeeds } from '@weir/contract/options/option-rules'
import { isOptionKey, isSecretOption, optionTable, parseRatios, type OptionKey } from '@weir/contract/options/option'
import { parseModelSheets } from '@weir/contract/options/model-sheets'
import { wordTable } from '@weir/contract/values/word-table'
import type { Notes } from './notes.ts'
import type { OlderData } from './older-data.ts'
import type { PlannedOption } from './plan.ts'
import { textOf } from './source-value.ts'

export type RatioOption = 'ModelRatio' | 'CompletionRatio' | 'CacheReadRatio' | 'CacheWriteRatio'

/** What prices are without the operator: a ratio that says the same is no decision of his, and would freeze an old price. */
export interface KnownRatios {
  /** The default of the older program; undefined when it is not known. */
  older(option: RatioOption, model: string): number | undefined
  /** The catalogue's. */
  listed(option: RatioOption, model: string): number | undefined
}

const RENAMED = wordTable<OptionKey>({ CacheRatio: 'CacheReadRatio', CreateCacheRatio: 'CacheWriteRatio' })
const RATIO_OPTIONS: ReadonlySet<string> = new Set(['ModelRatio', 'CompletionRatio', 'CacheReadRatio', 'CacheWriteRatio'])
const isRatioOption = (name: string): name is RatioOption => RATIO_OPTIONS.has(name)

/** The names that the older programs give themselves. */
const OLD_NAMES: ReadonlySet<string> = new Set(['One API', 'New API'])

const ownRatios = (
  option: RatioOption,
  text: string,
  known: KnownRatios,
): { readonly taken: string; readonly skipped: number } | undefined => {
  const ratios = parseRatios(text)
  if (ratios === undefined) return undefined
  const entries = Object.entries(ratios)
  const own = entries.filter(([model, ratio]) => ratio !== known.older(option, model) && ratio !== known.listed(option, model))
  return { taken: JSON.stringify(Object.fromEntries(own)), skipped: entries.length - own.length }
}

/** Dollars for each request, which is a sheet here. */
const sheetsFrom = (text: string): string | undefined => {
  const prices = parseRatios(text)
  if (prices === undefined) return undefined
  const sheets = JSON.stringify(
    Object.fromEntries(
      Object.entries(prices).map(([model, perRequest]) => [model, { vendor: 'import', mode: 'chat', price: { perRequest } }]),
    ),
  )
  return parseModelSheets(sheets).ok ? sheets : undefined
}

class OptionPlanner {
  readonly #notes: Notes
  readonly #known: KnownRatios
  readonly #planned = new Map<OptionKey, string>()

  constructor(notes: Notes, known: KnownRatios) {
    this.#notes = notes
    this.#known = known
  }

  #take(name: string, key: OptionKey, value: string): void {
    if (value === optionTable[key].default || (key === 'SystemName' && OLD_NAMES.has(value))) return
    try {
      const stored = normalizeOption(key, value)
      if (stored !== optionTable[key].default) this.#planned.set(key, stored)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.#notes.leftOut('options', name, `its value is not allowed here (${error.code})`)
    }
  }

  #takeRatios(name: string, option: RatioOption, value: string): void {
    const own = ownRatios(option, value, this.#known)
    if (own === undefined) return this.#notes.leftOut('options', name, 'its value is no list of ratios')
    if (own.skipped > 0)
      this.#notes.leftOut('options', name, `${own.skipped} ratios that are defaults: the prices of the catalogue hold instead`)
    this.#take(name, option, own.taken)
  }

  add(name: string, value: string): void {
    const key = RENAMED[name] ?? name
    if (name === 'ModelPrice') {
      const sheets = sheetsFrom(value)
      return sheets === undefined
        ? this.#notes.leftOut('options', name, 'its prices cannot be read')
        : this.#take(name, 'ModelSheets', sheets)
    }
    if (isRatioOption(key)) return this.#takeRatios(name, key, value)
    if (isOptionKey(key)) return this.#take(name, key, value)
    if (value.trim() !== '') this.#notes.leftOut('options', name, 'there is no such option here')
  }

  /** Switches last: what they need has to be there. */
  finish(): readonly PlannedOption[] {
    const current = (key: OptionKey): string => this.#planned.get(key) ?? optionTable[key].default
    for (const [key, value] of this.#planned) {
      try {
        requireNeeds(key, value, current)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        this.#planned.delete(key)
        this.#notes.leftOut('options', key, 'what it needs is not set, so it stays off')
      }
    }
    return [...this.#planned].map(([name, value]) => ({ name, value, isSecret: isSecretOption(name) }))
  }
}

export const planOptions = ({ options }: Pick<OlderData, 'options'>, known: KnownRatios, notes: Notes): readonly PlannedOption[] => {
  const planner = new OptionPlanner(notes, known)
  for (const row of options) planner.add(textOf(row, 'key'), textOf(row, 'value'))
  return planner.finish()
}
