import { createHash } from 'node:crypto'
import { catalog, CATALOG_VERSION } from '@weir/contract/catalog/catalog'
import type { ModelSheet } from '@weir/contract/catalog/entry'
import { Refusal } from '@weir/contract/errors'
import { aliasClash, parseModelSheets } from '@weir/contract/options/model-sheets'
import { optionTable, parseRatios } from '@weir/contract/options/option'
import { normalizeOption } from '@weir/contract/options/option-rules'
import type { Trace } from '@weir/store/audit/traced'
import type { OptionChange, Options, Saver } from '@weir/store/repositories/options'
import { RATIO_OPTIONS, type OwnRatios } from './own-ratios.ts'

export const SHEETS_OPTION = 'ModelSheets'

export type OptionName = typeof SHEETS_OPTION | (typeof RATIO_OPTIONS)[number]

/** What an operator has set for one model. */
export interface OwnPrice {
  readonly sheet: ModelSheet | undefined
  readonly ratios: OwnRatios
}

/** Changes with whatever a price is made of: the sheet, the ratios, and the catalogue behind both. */
export const revisionOf = (...parts: readonly unknown[]): string =>
  createHash('sha256')
    .update(JSON.stringify([CATALOG_VERSION, ...parts]))
    .digest('hex')
    .slice(0, 32)

export const revisionOfModel = (model: string, { sheet, ratios }: OwnPrice): string =>
  revisionOf(
    sheet ?? catalog.get(model) ?? null,
    RATIO_OPTIONS.map((option) => ratios[option] ?? null),
  )

/** The sheets as the option holds them. */
export const sheetsText = (sheets: ReadonlyMap<string, ModelSheet>): string => {
  const clash = aliasClash(sheets.values())
  if (clash !== undefined) throw new Refusal('price-alias', { ...clash })
  return normalizeOption(
    SHEETS_OPTION,
    JSON.stringify(Object.fromEntries([...sheets].map(([model, sheet]) => [model, { ...sheet, model: undefined }]))),
  )
}

export const sheetsIn = (text: string): ReadonlyMap<string, ModelSheet> => {
  const parsed = parseModelSheets(text)
  // To save over a text that cannot be read would lose what it meant.
  if (!parsed.ok) throw new Refusal('option-sheets', { key: SHEETS_OPTION, problem: parsed.problem })
  return parsed.sheets
}

const ratiosIn = (option: OptionName, text: string): Readonly<Record<string, number>> => {
  const ratios = parseRatios(text)
  if (ratios === undefined) throw new Refusal('option-ratios', { key: option })
  return ratios
}

export const changeOf = (name: OptionName, value: string): OptionChange => ({
  name,
  value,
  isSecret: false,
  initial: optionTable[name].default,
})

/** The options without what they say about a model. */
const withoutRatios = (model: string, ratios: OwnRatios, textOf: (name: OptionName) => string): readonly OptionChange[] =>
  RATIO_OPTIONS.filter((option) => ratios[option] !== undefined).map((option) => {
    const { [model]: _, ...rest } = ratiosIn(option, textOf(option))
    return changeOf(option, JSON.stringify(rest))
  })

export interface ModelChange {
  readonly model: string
  /** Undefined takes away what is set. */
  readonly sheet: Omit<ModelSheet, 'model'> | undefined
  /** As it was shown to the one who decided. */
  readonly revision: string
  /** Of what was set before. */
  readonly trace?: Trace<OwnPrice>
}

/** Sets or removes what is set for one model, and tells what was set before. */
export const changeModelPrice = (options: Options, saver: Saver, { model, sheet, revision, trace }: ModelChange): Promise<OwnPrice> =>
  options.edit([SHEETS_OPTION, ...RATIO_OPTIONS], saver, (stored) => {
    const textOf = (name: OptionName): string => stored.get(name) ?? optionTable[name].default
    const sheets = new Map(sheetsIn(textOf(SHEETS_OPTION)))
    const ratios = Object.fromEntries(
      RATIO_OPTIONS.flatMap((option) => {
        const ratio = ratiosIn(option, textOf(option))[model]
        return ratio === undefined ? [] : [[option, ratio]]
      }),
    )
    const before: OwnPrice = { sheet: sheets.get(model), ratios }
    if (revisionOfModel(model, before) !== revision) throw new Refusal('price-changed')
    if (sheet === undefined) sheets.delete(model)
    else sheets.set(model, { model, ...sheet })
    return { changes: [changeOf(SHEETS_OPTION, sheetsText(sheets)), ...withoutRatios(model, ratios, textOf)], result: before, trace }
  })
