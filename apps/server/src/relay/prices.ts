import { CATALOG_VERSION } from '@weir/contract/catalog/catalog'
import type { ListPrice } from '@weir/contract/catalog/entry'
import type { LengthPrice, Price, ServiceTier } from '@weir/ledger/price'
import type { PriceSettings } from '../settings/price-settings.ts'
import { createPerSettings } from './per-settings.ts'
import {
  isCounted,
  isPerQuery,
  isPerToken,
  listPictures,
  listRatios,
  listServices,
  listTiers,
  type ListLengths,
  type ListPicture,
  type ListRatios,
} from './list-ratios.ts'
import { sheetInForce, sheetName } from './sheet-in-force.ts'

/** What a model without a price costs under the policy `ceiling`, as users of this family of gateways expect. */
const CEILING_RATIO = 30

const CEILING: ListRatios = { model: CEILING_RATIO, completion: 1, cacheRead: 1, cacheWrite: 1 }
const FREE: ListRatios = { model: 0, completion: 1, cacheRead: 1, cacheWrite: 1 }

const unpricedRatios = (settings: PriceSettings): ListRatios => (settings.text('UnpricedModelPolicy') === 'free' ? FREE : CEILING)

/** The operator's ratios for a model, by the name they have here. */
const ownRatiosOf = (model: string, settings: PriceSettings): Partial<ListRatios> => {
  const options = {
    model: 'ModelRatio',
    completion: 'CompletionRatio',
    cacheRead: 'CacheReadRatio',
    cacheWrite: 'CacheWriteRatio',
  } as const
  return Object.fromEntries(
    Object.entries(options).flatMap(([name, option]) => {
      const ratio = settings.ratios(option)[model]
      return ratio === undefined ? [] : [[name, ratio]]
    }),
  )
}

/** The name that is charged: an alias with ratios of its own is a name like any other. */
const pricedName = (model: string, settings: PriceSettings): string =>
  Object.keys(ownRatiosOf(model, settings)).length > 0 ? model : sheetName(model, settings)

interface Listed {
  readonly price: ListPrice
  readonly ratios: ListRatios
}

const listedPrice = (model: string, settings: PriceSettings): Listed | undefined => {
  const price = sheetInForce(model, settings)?.price
  const ratios = price && listRatios(price)
  return price && ratios && { price, ratios }
}

/** One ratio for input and one for output: what an operator sets holds for all of it, as it did before lists knew more. */
const PLAIN = ['model', 'completion', 'cacheRead', 'cacheWrite', 'cacheWriteHour'] as const

const plain = (ratios: ListRatios): ListRatios =>
  Object.fromEntries(PLAIN.flatMap((name) => (ratios[name] === undefined ? [] : [[name, ratios[name]]]))) as unknown as ListRatios

type ListServices = ReadonlyMap<ServiceTier, ListLengths>

interface OnList extends Pick<ListLengths, 'tiers'> {
  readonly ratios?: ListRatios
  readonly services: ListServices
  readonly pictures: readonly ListPicture[]
}

const NO_SERVICES: ListServices = new Map()

/** What the catalogue says, flat where the operator has set something. */
const listOf = (listed: Listed | undefined, isOwn: boolean): OnList => {
  if (listed === undefined) return { tiers: [], services: NO_SERVICES, pictures: [] }
  if (isOwn) return { ratios: plain(listed.ratios), tiers: [], services: NO_SERVICES, pictures: [] }
  const { ratios, price } = listed
  return { ratios, tiers: listTiers(price), services: listServices(price), pictures: listPictures(price) }
}

const lengthPrice = ({ ratios, tiers }: ListLengths, group: number): LengthPrice => ({
  ratios: Object.freeze({ ...ratios, group }),
  ...(tiers.length > 0 && { tiers: tiers.map((tier) => ({ above: tier.above, ratios: Object.freeze({ ...tier.ratios, group }) })) }),
})

const servicePrices = (services: ListServices, group: number): Pick<Price, 'service'> =>
  services.size === 0 ? {} : { service: Object.fromEntries([...services].map(([tier, lengths]) => [tier, lengthPrice(lengths, group)])) }

const picturePrices = (pictures: readonly ListPicture[], group: number): Pick<Price, 'pictures'> =>
  pictures.length === 0 ? {} : { pictures: pictures.map((row) => ({ ...row, ratios: Object.freeze({ ...row.ratios, group }) })) }

/** A price as it stands, at the ratio 1. Undefined where it names none for what a model is counted in. */
export const priceFromList = (price: ListPrice): Price | undefined => {
  const ratios = listRatios(price)
  if (ratios === undefined) return undefined
  return Object.freeze({
    version: CATALOG_VERSION,
    isListed: true,
    ...(isPerQuery(price) && { isPerQuery: true }),
    ...(isPerToken(price) && { isPerToken: true }),
    ...lengthPrice({ ratios, tiers: listTiers(price) }, 1),
    ...servicePrices(listServices(price), 1),
    ...picturePrices(listPictures(price), 1),
  })
}

/** The price that the operator has set for a model in this group alone. */
export const groupSheet = (model: string, group: string, settings: PriceSettings): ListPrice | undefined => {
  const sheets = settings.groupSheets().get(group)
  return sheets?.get(model) ?? sheets?.get(pricedName(model, settings))
}

const commonPrice = (model: string, group: string, settings: PriceSettings): Price => {
  const listed = listedPrice(model, settings)
  const own = ownRatiosOf(pricedName(model, settings), settings)
  const { ratios, tiers, services, pictures } = listOf(listed, Object.keys(own).length > 0)
  const unlisted = own.model === undefined ? unpricedRatios(settings) : CEILING
  const ofGroup = settings.ratios('GroupRatio')[group] ?? 1
  const isSoldByQuery = own.model === undefined && listed !== undefined && isPerQuery(listed.price)
  return Object.freeze({
    version: CATALOG_VERSION,
    isListed: listed !== undefined || own.model !== undefined,
    ...(isSoldByQuery && { isPerQuery: true }),
    ...(listed !== undefined && isPerToken(listed.price) && { isPerToken: true }),
    ...lengthPrice({ ratios: { ...(ratios ?? unlisted), ...own }, tiers }, ofGroup),
    ...servicePrices(services, ofGroup),
    ...picturePrices(pictures, ofGroup),
  })
}

/** Whether somebody has said what a model costs in a group; the same as `isListed` of its price, without working that out. */
export const isListedIn = (model: string, group: string, settings: PriceSettings): boolean => {
  if (settings.ratios('ModelRatio')[pricedName(model, settings)] !== undefined) return true
  const sheets = [groupSheet(model, group, settings), sheetInForce(model, settings)?.price]
  return sheets.some((sheet) => sheet !== undefined && isCounted(sheet))
}

const workOut = (model: string, group: string, settings: PriceSettings): Price => {
  const ofGroupAlone = groupSheet(model, group, settings)
  return (ofGroupAlone && priceFromList(ofGroupAlone)) ?? commonPrice(model, group, settings)
}

/** The price of a model for a group: its own sheet first, then the operator's options, then the catalogue, then the policy for unpriced models. */
export const priceOf = createPerSettings(workOut)
