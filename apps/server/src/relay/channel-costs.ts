import type { ListPrice } from '@weir/contract/catalog/entry'
import { ANY_MODEL, parseChannelCost, type ChannelCost } from '@weir/contract/channels/channel-cost'
import { atGroup } from '@weir/ledger/at-group'
import type { Price } from '@weir/ledger/price'
import type { Channel } from '@weir/relay/ports'
import type { PriceSettings } from '../settings/price-settings.ts'
import { priceFromList, priceOf } from './prices.ts'

const MAX_REMEMBERED = 1000

const remembered = new Map<string, ChannelCost>()

/** Channels are read anew with every change; what they say of their cost is mostly the same. */
const costIn = (text: string): ChannelCost => {
  const known = remembered.get(text)
  if (known !== undefined) return known
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  const parsed = parseChannelCost(text) ?? new Map()
  remembered.set(text, parsed)
  return parsed
}

const byFactor = new WeakMap<Price, Map<number, Price>>()
const bySheet = new WeakMap<ListPrice, { readonly price: Price | undefined }>()

const scaledOnce = (price: Price, factor: number): Price => {
  const known = byFactor.get(price) ?? new Map<number, Price>()
  byFactor.set(price, known)
  // The factor stands where the ratio of a group stands in a charge.
  const made = known.get(factor) ?? atGroup(price, factor)
  known.set(factor, made)
  return made
}

/** What the channel's upstream takes for the model; undefined where nobody has said. */
export const costPriceOf = ({ cost = '' }: Pick<Channel, 'cost'>, model: string, settings: PriceSettings): Price | undefined => {
  if (cost === '') return undefined
  const rules = costIn(cost)
  const rule = rules.get(model) ?? rules.get(ANY_MODEL)
  if (rule === undefined) return undefined
  if (typeof rule === 'number') return scaledOnce(priceOf(model, '', settings), rule)
  const known = bySheet.get(rule) ?? { price: priceFromList(rule) }
  bySheet.set(rule, known)
  return known.price
}
