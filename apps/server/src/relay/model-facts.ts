import { scaledPrice } from '@weir/contract/prices/scaled-price'
import type { ModelFacts } from '@weir/relay/asked'
import { dollarsOf } from './dollars.ts'
import { createPerSettings } from './per-settings.ts'
import { groupSheet, priceOf } from './prices.ts'
import { sheetInForce } from './sheet-in-force.ts'

const snakeCase = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** The names of a price list as the wire writes names. */
const inSnakeCase = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inSnakeCase)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [snakeCase(name), inSnakeCase(member)]))
}

/** What a caller of the group gets and pays, in dollars: per million tokens, unless a name says otherwise. */
export const modelFacts = createPerSettings((model, group, settings): ModelFacts => {
  const sheet = sheetInForce(model, settings)
  const price = priceOf(model, group, settings)
  const isRefused = !price.isListed && settings.text('UnpricedModelPolicy') === 'refuse'
  return {
    ...(sheet && { vendor: sheet.vendor }),
    ...(sheet?.context !== undefined && { context_length: sheet.context }),
    ...(sheet?.maxOutput !== undefined && { max_output_tokens: sheet.maxOutput }),
    features: sheet?.can ?? [],
    ...(!isRefused && {
      price: inSnakeCase(scaledPrice(dollarsOf(price, groupSheet(model, group, settings) ?? sheet?.price), price.ratios.group)) as object,
    }),
  }
})
