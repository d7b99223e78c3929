import { countAt, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'
import { costOf, type Price, type PriceRatios } from '@weir/ledger/price'
import { ZERO_QUOTA, type Quota } from '@weir/ledger/quota'

/** What a charge was computed from, as its log row keeps it. Rows that were charged nothing have none. */
export interface ChargeDetail {
  readonly price: PriceRatios & Partial<Pick<Price, 'version' | 'isListed'>>
  readonly usage: Usage
}

/** Prices are few and requests are many: each is written once. */
const prices = new WeakMap<Price, ChargeDetail['price']>()

const priceIn = (price: Price): ChargeDetail['price'] => {
  const known = prices.get(price)
  if (known !== undefined) return known
  const { ratios, version, isListed } = price
  const written = { version, isListed, ...ratios }
  prices.set(price, written)
  return written
}

export const chargeDetail = (price: Price, usage: Usage): ChargeDetail => ({ price: priceIn(price), usage })

type Figures<Name extends string> = Readonly<Record<Name, number>> & { readonly cacheWriteHour?: number }

const RATIOS = ['model', 'group', 'completion', 'cacheRead', 'cacheWrite'] as const
const COUNTS = ['input', 'cacheRead', 'cacheWrite', 'output'] as const
const UNITS: readonly NonNullable<Usage['unit']>[] = ['image', 'character', 'millisecond', 'query']

const MARKS: readonly NonNullable<Usage['implausible']>[] = ['for-this-request', 'for-any-request']

const isRatio = (value: unknown): boolean => typeof value === 'number'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

/** Undefined when one of them is missing or is none: figures of a charge are not guessed at. */
const figuresIn = <Name extends string>(
  from: JsonObject,
  names: readonly Name[],
  isFigure: (value: unknown) => boolean,
): Figures<Name> | undefined => {
  const wanted: readonly string[] = from['cacheWriteHour'] === undefined ? names : [...names, 'cacheWriteHour']
  const found = wanted.map((name) => [name, from[name]] as const)
  return found.every(([, value]) => isFigure(value)) ? (Object.fromEntries(found) as Figures<Name>) : undefined
}

const readUsage = (usage: JsonObject): Usage | undefined => {
  const counts = figuresIn(usage, COUNTS, isCount)
  if (counts === undefined) return undefined
  const unit = UNITS.find((known) => known === usage['unit'])
  const implausible = MARKS.find((known) => known === usage['implausible'])
  return {
    ...counts,
    reasoning: countAt(usage, 'reasoning') ?? 0,
    ...(unit !== undefined && { unit }),
    ...(implausible !== undefined && { implausible }),
    source: textAt(usage, 'source') === 'estimate' ? 'estimate' : 'upstream',
  }
}

/** Undefined for a row without a charge. */
export const readChargeDetail = (text: string): ChargeDetail | 'incomplete' | undefined => {
  const detail = parseJson(text)
  const written = { price: objectAt(detail, 'price'), usage: objectAt(detail, 'usage') }
  if (written.price === undefined || written.usage === undefined) return undefined
  const price = figuresIn(written.price, RATIOS, isRatio)
  const usage = readUsage(written.usage)
  return price === undefined || usage === undefined ? 'incomplete' : { price, usage }
}

/** The charge of one log row from nothing but the row: no table of prices, no option, no clock. Undefined where figures are missing. */
export const recompute = (row: { readonly detail: string }): Quota | undefined => {
  const detail = readChargeDetail(row.detail)
  if (detail === 'incomplete') return undefined
  return detail === undefined ? ZERO_QUOTA : costOf(detail.usage, detail.price)
}
