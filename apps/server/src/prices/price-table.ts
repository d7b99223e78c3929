import { catalog } from '@weir/contract/catalog/catalog'
import type { ModelPrice } from '@weir/contract/prices/model-prices'
import type { ChannelPool, PoolSnapshot } from '@weir/relay/ports'
import { dollarsOf } from '../relay/dollars.ts'
import { groupSheet, isListedIn, priceOf } from '../relay/prices.ts'
import { sheetInForce, sheetName } from '../relay/sheet-in-force.ts'
import { modelsPricedAnew, pricesIn, type PriceSettings } from '../settings/price-settings.ts'
import { costsOf } from './channel-costs.ts'
import { kindName, offersOf, type ChannelKind, type Offer } from './offers.ts'
import { ratiosSetFor } from './own-ratios.ts'

interface Sources {
  readonly pool: ChannelPool
  readonly settings: () => PriceSettings
}

const sourceOf = (model: string, settings: PriceSettings): ModelPrice['source'] => {
  const name = sheetName(model, settings)
  if ([model, name].some((each) => Object.keys(ratiosSetFor(each, settings)).length > 0)) return 'ratios'
  if (settings.sheets().has(name)) return 'sheet'
  return catalog.has(name) ? 'catalog' : 'none'
}

/** What only those who set prices are to know. */
const forAdmins = (
  { model, charged_as: [charged = model] = [], price }: ModelPrice,
  offer: Offer,
  settings: PriceSettings,
): Partial<ModelPrice> => {
  const source = sourceOf(charged, settings)
  const listed = source === 'catalog' ? undefined : catalog.get(sheetName(charged, settings))?.price
  return { source, channels: offer.channels, ...costsOf(model, { offer, price }, settings), ...(listed && { catalog: listed }) }
}

/** What is known of the model itself. */
const factsOf = (charged: string, settings: PriceSettings) => {
  const sheet = sheetInForce(charged, settings)
  if (sheet === undefined) return { vendor: '', features: [] }
  const { model, aliases = [], vendor, mode, context, maxOutput, can = [], retires } = sheet
  return {
    vendor,
    mode,
    context,
    max_output: maxOutput,
    features: [...can],
    retires,
    ...(model !== charged && { alias_of: model }),
    ...(model === charged && aliases.length > 0 && { aliases: [...aliases] }),
  }
}

/** What some groups pay instead. */
const groupPricesOf = (charged: string, { groups }: Offer, settings: PriceSettings): Pick<ModelPrice, 'group_prices'> => {
  const own = groups.flatMap((group) => {
    const sheet = groupSheet(charged, group, settings)
    return sheet === undefined ? [] : [[group, dollarsOf(priceOf(charged, group, settings), sheet)] as const]
  })
  return own.length === 0 ? {} : { group_prices: Object.fromEntries(own) }
}

/** Each group that has it can be charged for it by every name. */
const isPricedIn = ({ names, groups }: Offer, settings: PriceSettings): boolean =>
  names.every((name) => groups.every((group) => isListedIn(name, group, settings)))

const rowOf = (model: string, offer: Offer, settings: PriceSettings): ModelPrice => {
  const [charged = model] = offer.names
  const isPriced = isPricedIn(offer, settings)
  const isRefused = !isPriced && settings.text('UnpricedModelPolicy') === 'refuse'
  return {
    model,
    ...factsOf(charged, settings),
    groups: offer.groups,
    ...((offer.names.length > 1 || charged !== model) && { charged_as: offer.names }),
    is_priced: isPriced,
    ...groupPricesOf(charged, offer, settings),
    ...(!isRefused && { price: dollarsOf(priceOf(charged, '', settings), sheetInForce(charged, settings)?.price) }),
  }
}

/** Those that somebody still has to price come first. */
const unpricedFirst = (rows: readonly ModelPrice[]): readonly ModelPrice[] => [
  ...rows.filter(({ is_priced: isPriced }) => !isPriced),
  ...rows.filter(({ is_priced: isPriced }) => isPriced),
]

const byName = ([a]: readonly [string, Offer], [b]: readonly [string, Offer]): number => (a < b ? -1 : 1)

/** Rows of the same prices, each with everything of its offer that it was worked out of. */
type KnownRows = Map<string, { readonly offered: string; readonly names: readonly string[]; readonly row: ModelPrice }>

/** A changed price is that of few models among thousands. */
const rowsKept = (rows: KnownRows, before: PriceSettings, after: PriceSettings): KnownRows => {
  if (before === after) return rows
  const anew = modelsPricedAnew(before, after)
  if (anew === 'all') return new Map()
  return new Map([...rows].filter(([, { names }]) => !names.some((name) => anew.has(name))))
}

/** A changed channel replaces the picture of all of them, while nearly every model is offered as before. */
const adminTable = (snapshot: PoolSnapshot, settings: PriceSettings, rows: KnownRows): readonly ModelPrice[] => {
  const kindNames = new Map<ChannelKind, string>()
  const nameOf = (kind: ChannelKind): string => {
    const name = kindNames.get(kind) ?? kindName(kind)
    kindNames.set(kind, name)
    return name
  }
  const table = [...offersOf(snapshot, snapshot.groups)].toSorted(byName).map(([model, offer]) => {
    const offered = [offer.groups.join('\n'), offer.names.join('\n'), ...[...offer.kinds].map(nameOf), offer.channels].join('\0')
    const known = rows.get(model)
    if (known?.offered === offered) return known.row
    const row = rowOf(model, offer, settings)
    const whole = { ...row, ...forAdmins(row, offer, settings) }
    rows.set(model, { offered, names: offer.names, row: whole })
    return whole
  })
  return unpricedFirst(table)
}

const groupTable = (snapshot: PoolSnapshot, settings: PriceSettings, group: string): readonly ModelPrice[] =>
  [...offersOf(snapshot, [group])].map(([model, offer]) => rowOf(model, offer, settings))

export interface PriceTable {
  /** Every model that an enabled channel serves. */
  forAdmins(): Promise<{ readonly models: readonly ModelPrice[]; readonly groups: readonly string[] }>
  /** The models of a group. */
  forGroup(group: string): Promise<readonly ModelPrice[]>
}

/** What was worked out of one picture of the channels and one of the prices. */
interface Known {
  readonly snapshot: PoolSnapshot
  readonly settings: PriceSettings
  admins?: readonly ModelPrice[]
  readonly rows: KnownRows
  readonly groups: Map<string, readonly ModelPrice[]>
}

/** Both sources are replaced as a whole when something changes, and the tables with them. */
export const createPriceTable = ({ pool, settings }: Sources): PriceTable => {
  let latest: Known | undefined

  const known = async (): Promise<Known> => {
    const current = { snapshot: await pool.snapshot(), settings: pricesIn(settings()) }
    if (latest?.snapshot !== current.snapshot || latest.settings !== current.settings) {
      const rows: KnownRows = latest === undefined ? new Map() : rowsKept(latest.rows, latest.settings, current.settings)
      latest = { ...current, rows, groups: new Map() }
    }
    return latest
  }

  return {
    async forAdmins() {
      const now = await known()
      now.admins ??= adminTable(now.snapshot, now.settings, now.rows)
      return { models: now.admins, groups: now.snapshot.groups }
    },
    async forGroup(group) {
      const now = await known()
      const rows = now.groups.get(group) ?? groupTable(now.snapshot, now.settings, group)
      now.groups.set(group, rows)
      return rows
    },
  }
}
