import type { ListPrice } from '@weir/contract/catalog/entry'
import { comparedPrice } from '@weir/contract/prices/compared-price'
import type { ModelPrice } from '@weir/contract/prices/model-prices'
import { roundedDollars } from '@weir/contract/prices/scaled-price'
import { mappedModel } from '@weir/dialects/model/upstream'
import { costPriceOf } from '../relay/channel-costs.ts'
import { dollarsOf } from '../relay/dollars.ts'
import { sheetInForce } from '../relay/sheet-in-force.ts'
import type { PriceSettings } from '../settings/price-settings.ts'
import type { ChannelKind, Offer } from './offers.ts'

interface Sold {
  readonly offer: Pick<Offer, 'kinds'>
  readonly price: ListPrice | undefined
}

/** What the channels of a model pay, lowest and highest. A cost that counts something else than the price says nothing about the margin. */
export const costsOf = (model: string, { offer, price }: Sold, settings: PriceSettings): Pick<ModelPrice, 'costs'> => {
  const unit = price && comparedPrice(price)?.unit
  if (unit === undefined) return {}
  const costOf = (kind: ChannelKind): readonly number[] => {
    const name = mappedModel(model, kind.modelMapping)
    const taken = costPriceOf(kind, name, settings)
    const compared = taken && comparedPrice(dollarsOf(taken, sheetInForce(name, settings)?.price))
    // The factor of a channel stands where the ratio of a group stands.
    return taken !== undefined && compared?.unit === unit ? [roundedDollars(compared.dollars * taken.ratios.group)] : []
  }
  const costs = [...offer.kinds].flatMap(costOf)
  return costs.length === 0 ? {} : { costs: { low: Math.min(...costs), high: Math.max(...costs) } }
}
