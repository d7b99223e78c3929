import { Refusal } from '@weir/contract/errors'
import { normalizeOption, requireNeeds } from '@weir/contract/options/option-rules'
import { isOptionKey, isSecretOption, optionTable, parseRatios, type OptionKey } from '@weir/contract/options/option'
import { parseModelSheets } from '@weir/contract/options/model-sheets'
import { splitList } from '@weir/contract/values/quantity'
import { wordTable } from '@weir/contract/values/word-table'
import type { Notes } from './notes.ts'
import type { OlderData } from './older-data.ts'
import type { PlannedOption } from './plan.ts'
import { readMap, type ReadMap } from './read-map.ts'
import { textOf } from './source-value.ts'

export type RatioOption = 'ModelRatio' | 'CompletionRatio' | 'CacheReadRatio' | 'CacheWriteRatio'

/** What prices are without the operator: a ratio that says the same is no decision of his, and would freeze an old price. */
export interface KnownRatios {
  /** The default of the older program; undefined when it is not known. */
  older(option: RatioOption, model: string): number | undefined
  /** The catalogue's. */
  listed(option: RatioOption, model: string): number | undefined
  /** Dollars a picture in the catalogue; undefined for models that are sold by something else. */
  perPicture(model: string): number | undefined
  /** Sold by the second in the catalogue: a ratio is for a thousandth of it here, and was for a token there. */
  isBySecond(model: string): boolean
}

const RENAMED = wordTable<OptionKey>({ CacheRatio: 'CacheReadRatio', CreateCacheRatio: 'CacheWriteRatio' })
const RATIO_OPTIONS: ReadonlySet<string> = new Set(['ModelRatio', 'CompletionRatio', 'CacheReadRatio', 'CacheWriteRatio'])
const isRatioOption = (name: string): name is RatioOption => RATIO_OPTIONS.has(name)

/** Maps whose entries are each a decision of their own. */
const MAP_OPTIONS: ReadonlySet<OptionKey> = new Set(['GroupRatio', 'UserUsableGroups'])

/** The names that the older programs give themselves. */
const OLD_NAMES: ReadonlySet<string> = new Set(['One API', 'New API'])

type Figures = Readonly<Record<string, number>>

interface ReadFigures extends Pick<ReadMap, 'refused'> {
  readonly figures: Figures
}

const readFigures = (text: string): ReadFigures | undefined => {
  const read = readMap(text, (map) => parseRatios(map) !== undefined)
  return read && { figures: parseRatios(read.kept) ?? wordTable<number>({}), refused: read.refused }
}

const isAllowed = (key: OptionKey, value: string): boolean => {
  try {
    normalizeOption(key, value)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

interface OwnRatios {
  readonly taken: string
  readonly skipped: number
  readonly unused: number
  readonly foreign: number
}

/** There the price of a request comes before every ratio, here a ratio before every sheet: of such a model no ratio is taken. */
const ownRatios = (option: RatioOption, ratios: Figures, { known, prices }: { known: KnownRatios; prices: Figures }): OwnRatios => {
  const entries = Object.entries(ratios)
  const used = entries.filter(([model]) => prices[model] === undefined)
  const decided = used.filter(([model, ratio]) => ratio !== known.older(option, model) && ratio !== known.listed(option, model))
  const own = decided.filter(([model]) => !known.isBySecond(model))
  return {
    taken: JSON.stringify(Object.fromEntries(own)),
    skipped: used.length - decided.length,
    unused: entries.length - used.length,
    foreign: decided.length - own.length,
  }
}

/** So many units are a dollar of a sheet, whatever they are shown as. */
const UNITS_PER_DOLLAR = 500_000

/** Dollars for each request, or for each picture of a model that is sold so, which are sheets here. */
const sheetsFrom = (prices: Figures, known: KnownRatios, unitsPerDollar: number): string | undefined => {
  const priced = Object.entries(prices).flatMap(([model, price]): readonly (readonly [string, object])[] => {
    const dollars = Number(((price * unitsPerDollar) / UNITS_PER_DOLLAR).toFixed(9))
    const listed = known.perPicture(model)
    if (listed === undefined) return [[model, { vendor: 'import', mode: 'chat', price: { perRequest: dollars } }]]
    return listed === dollars ? [] : [[model, { vendor: 'import', mode: 'image', price: { perImage: dollars } }]]
  })
  const sheets = JSON.stringify(Object.fromEntries(priced))
  return parseModelSheets(sheets).ok ? sheets : undefined
}

class OptionPlanner {
  readonly #notes: Notes
  readonly #known: KnownRatios
  readonly #planned = new Map<OptionKey, string>()
  /** Of new-api, in its dollars. */
  readonly #prices: ReadFigures | undefined
  readonly #unitsPerDollar: number

  constructor(notes: Notes, known: KnownRatios, valueOf: (name: string) => string) {
    this.#notes = notes
    this.#known = known
    this.#prices = readFigures(valueOf('ModelPrice'))
    this.#unitsPerDollar = Number(valueOf('QuotaPerUnit')) || UNITS_PER_DOLLAR
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

  #takeMap(name: string, key: OptionKey, value: string): void {
    const read = isAllowed(key, value) ? undefined : readMap(value, (map) => isAllowed(key, map))
    for (const [entry, figure] of read?.refused ?? [])
      this.#notes.leftOut('options', name, `${JSON.stringify(figure)} is not allowed here for ${entry}`)
    this.#take(name, key, read?.kept ?? value)
  }

  /** Lost whole, the default would be in its place, and let others in. */
  #takeDomains(name: string, value: string): void {
    const isDomain = (domain: string): boolean => isAllowed('EmailDomainWhitelist', domain)
    const domains = splitList(value)
    const usable = domains.filter(isDomain)
    if (usable.length === 0) return this.#take(name, 'EmailDomainWhitelist', value)
    for (const domain of domains) if (!isDomain(domain)) this.#notes.leftOut('options', name, `${domain} is no domain`)
    this.#take(name, 'EmailDomainWhitelist', usable.join(','))
  }

  #noteRefused(name: string, refused: ReadFigures['refused']): void {
    for (const [model, figure] of refused) this.#notes.leftOut('options', name, `${JSON.stringify(figure)} is no price of ${model}`)
  }

  #takePrices(name: string): void {
    const sheets = this.#prices && sheetsFrom(this.#prices.figures, this.#known, this.#unitsPerDollar)
    if (sheets === undefined) return this.#notes.leftOut('options', name, 'its prices cannot be read')
    this.#noteRefused(name, this.#prices?.refused ?? [])
    this.#take(name, 'ModelSheets', sheets)
  }

  #takeRatios(name: string, option: RatioOption, value: string): void {
    const ratios = readFigures(value)
    if (ratios === undefined) return this.#notes.leftOut('options', name, 'its value is no list of ratios')
    this.#noteRefused(
      name,
      ratios.refused.filter(([model, ratio]) => ratio !== this.#known.older(option, model)),
    )
    const own = ownRatios(option, ratios.figures, { known: this.#known, prices: this.#prices?.figures ?? wordTable<number>({}) })
    if (own.unused > 0)
      this.#notes.leftOut('options', name, `${own.unused} ratios of models that ModelPrice sells by the request: they did not count`)
    if (own.foreign > 0)
      this.#notes.leftOut(
        'options',
        name,
        `${own.foreign} ratios of models that are sold by the second here: the prices of the catalogue hold`,
      )
    if (own.skipped > 0)
      this.#notes.leftOut('options', name, `${own.skipped} ratios that are defaults: the prices of the catalogue hold instead`)
    this.#take(name, option, own.taken)
  }

  add(name: string, value: string): void {
    const key = RENAMED[name] ?? name
    if (name === 'ModelPrice') return this.#takePrices(name)
    if (isRatioOption(key)) return this.#takeRatios(name, key, value)
    if (key === 'EmailDomainWhitelist') return this.#takeDomains(name, value)
    if (isOptionKey(key)) return MAP_OPTIONS.has(key) ? this.#takeMap(name, key, value) : this.#take(name, key, value)
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
  const valueOf = (name: string): string => options.flatMap((row) => (textOf(row, 'key') === name ? [textOf(row, 'value')] : []))[0] ?? ''
  const planner = new OptionPlanner(notes, known, valueOf)
  for (const row of options) planner.add(textOf(row, 'key'), textOf(row, 'value'))
  return planner.finish()
}
