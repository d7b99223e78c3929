import type { ModelSheet } from '@weir/contract/catalog/entry'
import { Refusal, type Language } from '@weir/contract/errors'
import { optionTable } from '@weir/contract/options/option'
import type { Trace } from '@weir/store/audit/traced'
import type { Options, Saver } from '@weir/store/repositories/options'
import type { Settings } from '../settings/settings.ts'
import { changeOf, revisionOf, SHEETS_OPTION, sheetsIn, sheetsText, type OptionName } from './own-prices.ts'
import { RATIO_OPTIONS, ratiosSetFor } from './own-ratios.ts'
import { comparePrices, readPriceList, type PriceDifference, type PriceList } from './price-lists.ts'

type TextOf = (name: OptionName) => string

/** Of a list and of everything it is compared with. */
const revisionOfImport = (text: string, textOf: TextOf): string =>
  revisionOf(
    text,
    textOf(SHEETS_OPTION),
    RATIO_OPTIONS.map((name) => textOf(name)),
  )

const listIn = (text: string, language: Language): PriceList => {
  const list = readPriceList(text, language)
  if (!('kind' in list)) return list
  if (list.kind === 'no-json') throw new Refusal('price-list-json', { line: list.line })
  throw new Refusal('price-list-form')
}

const takenOf = ({ added, changed }: PriceDifference): readonly ModelSheet[] => [...added, ...changed].map(({ sheet }) => sheet)

/** Nobody reads more, and the first tell what is wrong with the rest. */
const MAX_PROBLEMS = 100

/** What a list would change of the prices that hold now. */
export const previewImport = (text: string, language: Language, settings: Settings) => {
  const { sheets, problems } = listIn(text, language)
  const difference = comparePrices(sheets, sheetsIn(settings.text(SHEETS_OPTION)))
  const { added, changed, same, missing } = difference
  return {
    problems: problems.slice(0, MAX_PROBLEMS),
    added: added.map(({ sheet: { model, price } }) => ({ model, price })),
    changed: changed.map(({ sheet: { model, price }, before = {} }) => ({ model, before, price })),
    same,
    missing: [...missing],
    by_ratios: takenOf(difference)
      .map(({ model }) => model)
      .filter((model) => Object.keys(ratiosSetFor(model, settings)).length > 0),
    revision: revisionOfImport(text, (name) => settings.text(name)),
  }
}

export interface SavedSheets {
  readonly saved: number
  readonly before: number
  readonly after: number
}

interface SheetsToSave {
  readonly list: readonly ModelSheet[]
  readonly check?: (textOf: TextOf) => void
  readonly trace?: Trace<SavedSheets> | undefined
}

/** Saves what is new or changed as own sheets; those that the list does not hold stay. */
export const saveSheets = (options: Options, saver: Saver, { list, check, trace }: SheetsToSave): Promise<SavedSheets> =>
  options.edit([SHEETS_OPTION, ...RATIO_OPTIONS], saver, (stored) => {
    const textOf: TextOf = (name) => stored.get(name) ?? optionTable[name].default
    check?.(textOf)
    const own = sheetsIn(textOf(SHEETS_OPTION))
    const taken = takenOf(comparePrices(list, own))
    const sheets = new Map([...own, ...taken.map((sheet) => [sheet.model, sheet] as const)])
    const changes = taken.length === 0 ? [] : [changeOf(SHEETS_OPTION, sheetsText(sheets))]
    return { changes, result: { saved: taken.length, before: own.size, after: sheets.size }, trace }
  })

export interface ListImport {
  readonly text: string
  /** Of the preview. */
  readonly revision: string
  readonly language: Language
  readonly trace?: Trace<SavedSheets>
}

/** Does what the preview has shown, or nothing where something has changed since. */
export const importList = (options: Options, saver: Saver, { text, revision, language, trace }: ListImport): Promise<SavedSheets> => {
  const { sheets, problems } = listIn(text, language)
  const [first] = problems
  if (first !== undefined) throw new Refusal('price-list-rows', { count: problems.length, name: first.name, reason: first.reason })
  return saveSheets(options, saver, {
    list: sheets,
    trace,
    check: (textOf) => {
      if (revisionOfImport(text, textOf) !== revision) throw new Refusal('price-changed')
    },
  })
}
