import type { Usage } from '@weir/dialects/model/usage'
import { picturesIn } from '@weir/dialects/openai-tasks/task-usage'
import { ratiosForPicture, type Price, type PriceRatios } from '@weir/ledger/price'

/** Pictures are counted in thousandths, and a row of a price is for a whole one. */
const THOUSANDTHS = 1000

interface Drawn {
  readonly usage: Usage
  readonly ratios: PriceRatios
}

/** What pictures are charged by where their price depends on size and quality; undefined where it does not. */
export const drawnAt = (usage: Usage, price: Price): Drawn | undefined => {
  const { picture, unit, input } = usage
  if (price.pictures === undefined || picture === undefined || unit !== 'image') return undefined
  const counted = picture.count * THOUSANDTHS
  const drawn = counted === input ? usage : { ...usage, input: counted, picture: { ...picture, units: input } }
  return { usage: drawn, ratios: ratiosForPicture(price, picture) }
}

/** Before a price by size was applied. */
export const asCounted = (usage: Usage): Usage => {
  if (usage.picture?.units === undefined) return usage
  const { units, ...picture } = usage.picture
  return { ...usage, input: units, picture }
}

/** Upstream tells how many it has drawn, the request of what size and quality. */
export const withPicture = (usage: Usage | undefined, asked: Usage | undefined): Usage | undefined => {
  if (usage?.unit !== 'image' || usage.picture !== undefined || asked?.picture === undefined) return usage
  return { ...usage, picture: { ...asked.picture, count: Math.ceil(usage.input / THOUSANDTHS) } }
}

/** As they were asked for, in another number. */
export const asMany = (asked: Usage, count: number): Usage => {
  const { picture, input } = asked
  return picture === undefined ? asked : { ...asked, input: (input / picture.count) * count, picture: { ...picture, count } }
}

/**
 * More pictures than were counted in the request, which may have asked for them by a name that only upstream knows; or fewer, where some were
 * not drawn. A reply whose pictures stand elsewhere has as many as were asked for.
 */
export const drawnInstead = (asked: Usage | undefined, json: unknown): Usage | undefined => {
  const count = picturesIn(json)
  if (asked?.picture === undefined || count === 0 || count === asked.picture.count) return undefined
  return { ...asMany(asked, count), source: 'upstream' }
}
