import type { ModelSheet } from '@weir/contract/catalog/entry'
import { atGroup } from '@weir/ledger/at-group'
import type { Price } from '@weir/ledger/price'
import { IMPORTED_DETAIL, readChargeDetail } from '@weir/relay/charging/charge-detail'
import { reprice } from '@weir/relay/charging/reprice'
import type { ChargedQuery, ChargedRow } from '@weir/store/corrections/charged-rows'
import type { Corrections, Repricing } from '@weir/store/corrections/corrections'
import type { NewAuditEntry } from '@weir/store/audit/append'
import { priceOf } from '../relay/prices.ts'
import { sheetName } from '../relay/sheet-in-force.ts'
import { settingsFrom, type Settings } from '../settings/settings.ts'
import { revisionOf, SHEETS_OPTION, sheetsText } from './own-prices.ts'

/** The price by which rows of a model are to be charged; undefined where there is none. */
export type PriceFor = (model: string) => Price | undefined

/** Those in force now. */
export const pricesNow =
  (settings: Settings): PriceFor =>
  (model) => {
    const price = priceOf(model, '', settings)
    return price.isListed ? price : undefined
  }

/** Those of a list, and no others. */
export const pricesOfSheets = (sheets: readonly ModelSheet[]): PriceFor => {
  const byModel = new Map(sheets.map((sheet) => [sheet.model, sheet]))
  const settings = settingsFrom(new Map([[SHEETS_OPTION, sheetsText(byModel)]]))
  return (model) => (byModel.has(sheetName(model, settings)) ? pricesNow(settings)(model) : undefined)
}

/** Changes with the prices that a preview was made of. */
export const revisionOfPrices = (models: readonly string[], priceFor: PriceFor): string =>
  revisionOf(models.map((model) => [model, priceFor(model) ?? null]))

interface RepricedModel {
  readonly model: string
  /** Rows whose charge could be computed, and those of them that would cost something else. */
  rows: number
  changed: number
  /** What they are charged now, and what they would be. */
  charged: number
  cost: number
}

export interface RepriceSummary {
  readonly models: readonly RepricedModel[]
  /** Units given back, and units taken in addition. */
  readonly credited: number
  readonly debited: number
  readonly users: number
  /** Rows that keep no figures a charge follows from. */
  readonly unreadable: number
  readonly deleted: number
  /** Charges without a log row, whatever their model was. */
  readonly unlogged: number
}

/** The group's ratio is the one of the row: a user may be in another group by now. Each price is worked out once. */
const byGroup = (priceFor: PriceFor) => {
  const known = new Map<string, Price | undefined>()
  return (model: string, group: number): Price | undefined => {
    const name = `${group} ${model}`
    if (known.has(name)) return known.get(name)
    const price = priceFor(model)
    const ofGroup = price && atGroup(price, group)
    known.set(name, ofGroup)
    return ofGroup
  }
}

/** Nothing was delivered: it costs nothing at any price. */
const isWithoutCharge = ({ charged, detail }: ChargedRow): boolean =>
  charged === 0 && detail !== IMPORTED_DETAIL && readChargeDetail(detail) === undefined

const repriceRow = (row: ChargedRow, priceFor: ReturnType<typeof byGroup>): Repricing | undefined => {
  const detail = readChargeDetail(row.detail)
  if (detail === undefined || detail === 'incomplete') return undefined
  const price = priceFor(row.model, detail.price.group)
  const repriced = price && reprice(detail, price)
  return repriced && { ...row, cost: repriced.cost, detail: JSON.stringify(repriced.detail) }
}

export interface Reprice {
  readonly corrections: Pick<Corrections, 'chargedRows' | 'book'>
  readonly query: ChargedQuery
  readonly priceFor: PriceFor
  /** Without it nothing is booked. */
  readonly isApplied: boolean
  /** Written together with the first difference that is booked. */
  readonly trace?: NewAuditEntry
}

/** Computes what rows would have cost and, where asked to, books the differences piece by piece: what is booked stays when the rest fails. */
export const runReprice = async ({ corrections, query, priceFor, isApplied, trace }: Reprice): Promise<RepriceSummary> => {
  const models = new Map(query.models.map((model) => [model, { model, rows: 0, changed: 0, charged: 0, cost: 0 }]))
  const sums = { credited: 0, debited: 0, unreadable: 0, deleted: 0, unlogged: 0 }
  const users = new Set<number>()
  const priceOfRow = byGroup(priceFor)
  let booked = 0

  const count = (row: Repricing): void => {
    const model = models.get(row.model)
    if (model === undefined) return
    const difference = row.charged - row.cost
    model.rows += 1
    model.charged += row.charged
    model.cost += row.cost
    if (difference === 0) return
    model.changed += 1
    users.add(row.userId)
    sums.credited += Math.max(0, difference)
    sums.debited += Math.max(0, -difference)
  }

  for await (const { rows, unlogged } of corrections.chargedRows(query)) {
    sums.unlogged += unlogged
    const living = rows.filter(({ isOwnerDeleted }) => !isOwnerDeleted)
    sums.deleted += rows.length - living.length
    const charged = living.filter((row) => !isWithoutCharge(row))
    const repriced = charged.flatMap((row) => repriceRow(row, priceOfRow) ?? [])
    sums.unreadable += charged.length - repriced.length
    for (const row of repriced) count(row)
    const changed = repriced.filter(({ charged: before, cost }) => before !== cost)
    if (isApplied && changed.length > 0) booked += (await corrections.book(changed, booked === 0 ? trace : undefined)).rows
  }
  return { ...sums, users: users.size, models: [...models.values()] }
}
