import { objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { Picture, Usage } from '@weir/dialects/model/usage'
import { FEES, PARTS, SERVICE_TIERS, costOf, type Fee, type Part, type Price, type PriceRatios } from '@weir/ledger/price'
import { ZERO_QUOTA, type Quota } from '@weir/ledger/quota'

/** What a charge was computed from, as its log row keeps it. Rows that were charged nothing have none. */
export interface ChargeDetail {
  readonly price: PriceRatios & Partial<Pick<Price, 'version' | 'isListed'>>
  readonly usage: Usage
}

/** Marks a row of another program, which kept no figures that a charge follows from. */
export const IMPORTED_DETAIL = '{"imported":true}'

type WrittenPrice = ChargeDetail['price']

/** Prices are few and requests are many: each is written once. Fees of calls that were not made are left out of every row. */
const prices = new WeakMap<PriceRatios, { readonly whole: WrittenPrice; readonly withoutFees: WrittenPrice }>()

const pricesIn = ({ version, isListed }: Price, ratios: PriceRatios) => {
  const known = prices.get(ratios)
  if (known !== undefined) return known
  const { fees, ...rest } = ratios
  const withoutFees = { version, isListed, ...rest }
  const written = { whole: fees === undefined ? withoutFees : { version, isListed, ...ratios }, withoutFees }
  prices.set(ratios, written)
  return written
}

/** `ratios` are those of the price that this usage is charged by. */
export const chargeDetail = (price: Price, ratios: PriceRatios, usage: Usage): ChargeDetail => {
  const { whole, withoutFees } = pricesIn(price, ratios)
  return { price: usage.calls === undefined ? withoutFees : whole, usage }
}

const RATIOS = ['model', 'group', 'completion', 'cacheRead', 'cacheWrite'] as const
const OPTIONAL_RATIOS = ['input', ...(Object.keys(PARTS) as Part[])] as const
const COUNTS = ['input', 'cacheRead', 'cacheWrite', 'output'] as const
const OPTIONAL_COUNTS = Object.keys(PARTS) as Part[]
const UNITS: readonly NonNullable<Usage['unit']>[] = ['image', 'character', 'millisecond', 'query']

const MARKS: readonly NonNullable<Usage['implausible']>[] = ['for-this-request', 'for-any-request']

const isRatio = (value: unknown): boolean => typeof value === 'number'
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0

interface Wanted<Needed extends string, Optional extends string> {
  readonly needed: readonly Needed[]
  readonly optional: readonly Optional[]
  readonly isFigure: (value: unknown) => boolean
}

type Figures<Needed extends string, Optional extends string> = Readonly<Record<Needed, number>> &
  Partial<Readonly<Record<Optional, number>>>

/** Undefined when one of them is missing or is none: figures of a charge are not guessed at. */
const figuresIn = <Needed extends string, Optional extends string>(
  from: JsonObject,
  { needed, optional, isFigure }: Wanted<Needed, Optional>,
): Figures<Needed, Optional> | undefined => {
  const names = [...needed, ...optional.filter((name) => from[name] !== undefined)]
  const found = names.map((name) => [name, from[name]] as const)
  return found.every(([, value]) => isFigure(value)) ? (Object.fromEntries(found) as Figures<Needed, Optional>) : undefined
}

/** Figures of calls by kind; undefined when one is none. An absent object has none. */
const callsIn = (from: JsonObject | undefined, isFigure: (value: unknown) => boolean): Partial<Record<Fee, number>> | undefined =>
  figuresIn(from ?? {}, { needed: [], optional: FEES, isFigure })

/** Undefined where the row keeps none; a picture without its figures would be charged as another one. */
const pictureIn = (from: JsonObject | undefined): Picture | 'incomplete' | undefined => {
  if (from === undefined) return undefined
  const counts = figuresIn(from, { needed: ['count'], optional: ['units'], isFigure: isCount })
  const [size, quality] = [textAt(from, 'size'), textAt(from, 'quality')]
  return counts === undefined || size === undefined || quality === undefined ? 'incomplete' : { size, quality, ...counts }
}

const readUsage = (usage: JsonObject): Usage | undefined => {
  const counts = figuresIn(usage, { needed: COUNTS, optional: OPTIONAL_COUNTS, isFigure: isCount })
  const calls = callsIn(objectAt(usage, 'calls'), isCount)
  const picture = pictureIn(objectAt(usage, 'picture'))
  if (counts === undefined || calls === undefined || picture === 'incomplete') return undefined
  const unit = UNITS.find((known) => known === usage['unit'])
  const tier = SERVICE_TIERS.find((known) => known === usage['tier'])
  const implausible = MARKS.find((known) => known === usage['implausible'])
  return {
    ...counts,
    reasoning: counts.reasoning ?? 0,
    ...(Object.keys(calls).length > 0 && { calls }),
    ...(unit !== undefined && { unit }),
    ...(picture !== undefined && { picture }),
    ...(tier !== undefined && { tier }),
    ...(implausible !== undefined && { implausible }),
    source: textAt(usage, 'source') === 'estimate' ? 'estimate' : 'upstream',
  }
}

const readPrice = (price: JsonObject): PriceRatios | undefined => {
  const ratios = figuresIn(price, { needed: RATIOS, optional: OPTIONAL_RATIOS, isFigure: isRatio })
  const fees = callsIn(objectAt(price, 'fees'), isRatio)
  if (ratios === undefined || fees === undefined) return undefined
  return { ...ratios, ...(Object.keys(fees).length > 0 && { fees }) }
}

/** Undefined for a row without a charge. */
export const readChargeDetail = (text: string): ChargeDetail | 'incomplete' | undefined => {
  const detail = parseJson(text)
  const written = { price: objectAt(detail, 'price'), usage: objectAt(detail, 'usage') }
  if (written.price === undefined || written.usage === undefined) return undefined
  const price = readPrice(written.price)
  const usage = readUsage(written.usage)
  return price === undefined || usage === undefined ? 'incomplete' : { price, usage }
}

/** The charge of one log row from nothing but the row: no table of prices, no option, no clock. Undefined where figures are missing. */
export const recompute = (row: { readonly detail: string }): Quota | undefined => {
  const detail = readChargeDetail(row.detail)
  if (detail === 'incomplete') return undefined
  return detail === undefined ? ZERO_QUOTA : costOf(detail.usage, detail.price)
}
