import { toQuota, type Quota } from './quota.ts'

/** How a held amount ends: what is booked, and what goes back to (or is still taken from) the account. */
export interface SettledAmounts {
  readonly charged: Quota
  /** Positive: returned. Negative: the request cost more than was held, and the rest is taken as debt if need be. */
  readonly returned: Quota
}

export const settleReservation = (held: Quota, cost: Quota): SettledAmounts => {
  if (held < 0 || cost < 0) throw new RangeError(`a hold and a cost cannot be negative, got ${held} and ${cost}`)
  return { charged: cost, returned: toQuota(held - cost) }
}
