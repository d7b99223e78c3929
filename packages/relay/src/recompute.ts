import { countAt, objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import { costOf, type BillableTokens, type PriceRatios } from '@weir/ledger/price'
import { ZERO_QUOTA, type Quota } from '@weir/ledger/quota'

const ratioAt = (price: JsonObject, name: keyof PriceRatios): number => {
  const ratio = price[name]
  if (typeof ratio !== 'number') throw new RangeError(`the row has no ratio ${name}`)
  return ratio
}

const ratiosOf = (price: JsonObject): PriceRatios => ({
  model: ratioAt(price, 'model'),
  group: ratioAt(price, 'group'),
  completion: ratioAt(price, 'completion'),
  cacheRead: ratioAt(price, 'cacheRead'),
  cacheWrite: ratioAt(price, 'cacheWrite'),
  ...(price['cacheWriteHour'] !== undefined && { cacheWriteHour: ratioAt(price, 'cacheWriteHour') }),
})

const tokensAt = (usage: JsonObject, name: keyof BillableTokens): number => {
  const count = countAt(usage, name)
  if (count === undefined) throw new RangeError(`the row has no count ${name}`)
  return count
}

const tokensOf = (usage: JsonObject): BillableTokens => ({
  input: tokensAt(usage, 'input'),
  cacheRead: tokensAt(usage, 'cacheRead'),
  cacheWrite: tokensAt(usage, 'cacheWrite'),
  output: tokensAt(usage, 'output'),
  ...(usage['cacheWriteHour'] !== undefined && { cacheWriteHour: tokensAt(usage, 'cacheWriteHour') }),
})

/** The charge of one log row from nothing but the row: no table of prices, no option, no clock. A row without a price cost nothing. */
export const recompute = (row: { readonly detail: string }): Quota => {
  const detail = parseJson(row.detail)
  const price = objectAt(detail, 'price')
  const usage = objectAt(detail, 'usage')
  return price === undefined || usage === undefined ? ZERO_QUOTA : costOf(tokensOf(usage), ratiosOf(price))
}
