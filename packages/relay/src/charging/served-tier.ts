import type { AskedTier, ReportedTier, ServiceTier } from '@weir/dialects/service-tier'
import { ratiosFor, type Price, type PriceRatios } from '@weir/ledger/price'

const ALL: readonly ServiceTier[] = ['batch', 'flex', 'priority']

/** The tiers beside the usual one at which upstream may serve. Whoever names none leaves the choice to upstream, as with `auto`. */
const tiersFor = (asked: AskedTier | undefined): readonly ServiceTier[] => {
  switch (asked) {
    case undefined:
    case 'auto':
      return ALL
    case 'default':
      return []
    case 'flex':
    case 'priority':
      return [asked]
  }
}

/** A tier that was asked for by name and has no price: it would be served for a price that nobody has set. */
export const unpricedTier = (asked: AskedTier | undefined, price: Price | undefined): ServiceTier | undefined =>
  (asked === 'flex' || asked === 'priority') && price?.service?.[asked] === undefined ? asked : undefined

/**
 * What may have to be paid for a prompt of this length: at the usual tier and at each that may come of the wish. A request without a wish
 * is held at the usual price alone: upstreams serve it so unless their account was set up otherwise, and small accounts must not be
 * locked out for that.
 */
export const ratiosToHold = (price: Price, promptTokens: number, asked: AskedTier | undefined): readonly PriceRatios[] => {
  const usual = ratiosFor(price, promptTokens)
  if (asked === undefined || price.service === undefined) return [usual]
  return [usual, ...tiersFor(asked).map((tier) => ratiosFor(price, promptTokens, tier))]
}

interface Served {
  readonly asked: AskedTier | undefined
  readonly reported: ReportedTier | undefined
  /** The wish did not reach upstream. */
  readonly isDropped: boolean
}

/**
 * The tier that is charged; undefined for the usual one. Upstream's word counts, but no other tier than the request could have been
 * served at. Without a word the dearer of the usual tier and the one asked for is charged.
 */
export const chargedTier = ({ asked, reported, isDropped }: Served, price: Price): ServiceTier | undefined => {
  const wish = isDropped ? undefined : asked
  const tier = reported ?? (wish === 'priority' ? wish : 'default')
  if (tier === 'default' || !tiersFor(wish).includes(tier)) return undefined
  return price.service?.[tier] === undefined ? undefined : tier
}
