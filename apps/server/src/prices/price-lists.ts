import { catalog } from '@weir/contract/catalog/catalog'
import { modelSheet, type ListPrice, type ModelSheet } from '@weir/contract/catalog/entry'
import { readPublicList, type ListProblem } from '@weir/contract/catalog/public-list'
import { aliasClash, sheetProblem, type AliasClash } from '@weir/contract/options/model-sheets'
import type { Language } from '@weir/contract/errors'
import { lineAt, lineOfJsonFault } from '@weir/contract/values/json-line'
import { schemaProblem } from '@weir/contract/values/schema-problem'
import { isObject, parseJson, type JsonObject } from '@weir/dialects/json'

export interface LineProblem extends ListProblem {
  /** Undefined for a row without a name. */
  readonly line: number | undefined
}

export interface PriceList {
  readonly sheets: readonly ModelSheet[]
  readonly problems: readonly LineProblem[]
}

type Rows = Pick<PriceList, 'sheets'> & { readonly problems: readonly ListProblem[] }

const REPEATED: Readonly<Record<Language, string>> = { zh: '同一个模型出现了两次', en: 'the model is named twice' }

const CLAIMED: Readonly<Record<Language, (clash: AliasClash) => string>> = {
  zh: ({ alias, first }) => `别名 ${alias} 已属于 ${first}`,
  en: ({ alias, first }) => `the alias ${alias} is a name of ${first} already`,
}

const readOwnList = (models: readonly unknown[], language: Language): Rows => {
  const sheets = new Map<string, ModelSheet>()
  const problems: ListProblem[] = []
  models.forEach((model, at) => {
    const parsed = modelSheet.safeParse(model, { error: schemaProblem(language) })
    const name = isObject(model) && typeof model['model'] === 'string' ? model['model'] : `models[${at}]`
    if (!parsed.success) problems.push({ name, reason: sheetProblem(parsed.error) })
    else if (sheets.has(name)) problems.push({ name, reason: REPEATED[language] })
    else sheets.set(name, parsed.data)
  })
  const clash = aliasClash(sheets.values())
  if (clash !== undefined) problems.push({ name: clash.second, reason: CLAIMED[language](clash) })
  return { sheets: [...sheets.values()], problems }
}

const hasPublicRows = (list: JsonObject): boolean => Object.values(list).some((row) => isObject(row) && 'litellm_provider' in row)

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Where the row of a model stands: at its name as a key, or as the value of `model`. The last one, which is the one too many of two. */
const lineOf = (text: string, name: string): number | undefined => {
  const quoted = escaped(JSON.stringify(name))
  const places = [...text.matchAll(new RegExp(String.raw`"model"\s*:\s*${quoted}|${quoted}\s*:\s*\{`, 'g'))]
  const place = places.at(-1)
  return place && lineAt(text, place.index)
}

/** Each is searched for in the whole text; nobody mends more at a time. */
const MAX_LOCATED = 100

/** Why a text is no price list. */
export type ListFault = { readonly kind: 'no-json'; readonly line: number } | { readonly kind: 'no-list' }

const rowsIn = (list: unknown, language: Language): Rows | undefined => {
  if (!isObject(list)) return undefined
  if (Array.isArray(list['models'])) return readOwnList(list['models'], language)
  return hasPublicRows(list) ? readPublicList(list, { error: schemaProblem(language) }) : undefined
}

/** Our own form, `{"models": [sheet, …]}`, or the public one. */
export const readPriceList = (text: string, language: Language = 'en'): PriceList | ListFault => {
  const list = parseJson(text)
  if (list === undefined) return { kind: 'no-json', line: lineOfJsonFault(text) ?? 1 }
  const rows = rowsIn(list, language)
  if (rows === undefined) return { kind: 'no-list' }
  const problems = rows.problems.map((problem, at) => ({ ...problem, line: at < MAX_LOCATED ? lineOf(text, problem.name) : undefined }))
  return { sheets: rows.sheets, problems }
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

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(ordered(a)) === JSON.stringify(ordered(b))

/** A list that is silent about aliases leaves them as they are. */
const hasNewAliases = (sheet: ModelSheet, known: Pick<ModelSheet, 'aliases'> | undefined): boolean =>
  sheet.aliases !== undefined && !isSame(sheet.aliases, known?.aliases ?? [])

/** Those of an own sheet stay where a list is silent about them. */
const keepingAliases = (sheet: ModelSheet, own: ReadonlyMap<string, ModelSheet>): ModelSheet => {
  const aliases = sheet.aliases ?? own.get(sheet.model)?.aliases
  return aliases === undefined ? sheet : { ...sheet, aliases }
}

/** What a list would change of the prices in force. */
export const comparePrices = (list: readonly ModelSheet[], own: ReadonlyMap<string, ModelSheet>): PriceDifference => {
  const inForce = ({ model }: ModelSheet) => {
    const [sheet, listed] = [own.get(model), catalog.get(model)]
    const aliases = sheet?.aliases ?? listed?.aliases
    return { price: (sheet ?? listed)?.price, ...(aliases && { aliases: [...aliases] }) }
  }
  const changes = list.map((sheet): PriceChange => ({ sheet: keepingAliases(sheet, own), before: inForce(sheet).price }))
  const names = new Set(list.map(({ model }) => model))
  const added = changes.filter(({ before }) => before === undefined)
  const changed = changes.filter(
    ({ sheet, before }) => before !== undefined && (!isSame(sheet.price, before) || hasNewAliases(sheet, inForce(sheet))),
  )
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
  return `${model}: ${rates.length === 0 ? 'tiers, parts, pictures, fees or aliases' : rates.join(', ')}`
}
