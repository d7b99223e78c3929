import { catalog } from '@weir/contract/catalog/catalog'
import { modelSheet, type ListPrice, type ModelSheet } from '@weir/contract/catalog/entry'
import { readPublicList, type ListProblem } from '@weir/contract/catalog/public-list'
import { sheetProblem } from '@weir/contract/options/model-sheets'
import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'

export interface PriceList {
  readonly sheets: readonly ModelSheet[]
  readonly problems: readonly ListProblem[]
}

const readOwnList = (models: readonly unknown[]): PriceList => {
  const sheets: ModelSheet[] = []
  const problems: ListProblem[] = []
  models.forEach((model, at) => {
    const parsed = modelSheet.safeParse(model)
    if (parsed.success) sheets.push(parsed.data)
    else
      problems.push({
        name: isObject(model) && typeof model['model'] === 'string' ? model['model'] : `models[${at}]`,
        reason: sheetProblem(parsed.error),
      })
  })
  return { sheets, problems }
}

const hasPublicRows = (list: JsonObject): boolean => Object.values(list).some((row) => isObject(row) && 'litellm_provider' in row)

/** Our own form, `{"models": [sheet, …]}`, or the public one; undefined for anything else. */
export const readPriceList = (text: string): PriceList | undefined => {
  const list = parseJson(text)
  if (!isObject(list)) return undefined
  if (Array.isArray(list['models'])) return readOwnList(list['models'])
  return hasPublicRows(list) ? readPublicList(list) : undefined
}

export interface PriceChange {
  readonly sheet: ModelSheet
  /** Undefined for a name that had no price. */
  readonly before: ListPrice | undefined
}

export interface PriceDifference {
  readonly added: readonly PriceChange[]
  readonly changed: readonly PriceChange[]
  readonly same: number
  /** Own sheets that the list does not hold; they stay. */
  readonly missing: readonly string[]
}

/** Objects of a sheet have no order. */
const ordered = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(ordered)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, ordered(member)]),
  )
}

const isSame = (a: ListPrice, b: ListPrice): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

/** What a list would change of the prices in force. */
export const comparePrices = (list: readonly ModelSheet[], own: ReadonlyMap<string, ModelSheet>): PriceDifference => {
  const changes = list.map((sheet): PriceChange => ({ sheet, before: (own.get(sheet.model) ?? catalog.get(sheet.model))?.price }))
  const names = new Set(list.map(({ model }) => model))
  const added = changes.filter(({ before }) => before === undefined)
  const changed = changes.filter(({ sheet, before }) => before !== undefined && !isSame(sheet.price, before))
  return {
    added,
    changed,
    same: changes.length - added.length - changed.length,
    missing: [...own.keys()].filter((name) => !names.has(name)),
  }
}

const percent = (before: number, after: number): string => {
  if (before === 0) return 'was free'
  const change = ((after - before) / before) * 100
  return `${change >= 0 ? '+' : ''}${Number(change.toFixed(1))} %`
}

const RATES = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

/** The usual rates one by one; a change of anything else is named as such. */
export const describeChange = ({ sheet, before }: PriceChange): string => {
  const { model, price } = sheet
  if (before === undefined) return `${model}: input ${price.input ?? '-'}, output ${price.output ?? '-'}`
  const rates = RATES.flatMap((rate) => {
    const [was, is] = [before[rate], price[rate]]
    if (was === is) return []
    return was === undefined || is === undefined
      ? [`${rate} ${was ?? '-'} to ${is ?? '-'}`]
      : [`${rate} ${was} to ${is} (${percent(was, is)})`]
  })
  return `${model}: ${rates.length === 0 ? 'tiers, parts or fees' : rates.join(', ')}`
}
