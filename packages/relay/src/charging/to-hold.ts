import type { EstimateInput } from '@weir/ledger/estimate'
import type { Price, PriceRatios } from '@weir/ledger/price'
import type { RequestKind } from '../stage-types.ts'
import { drawnAt } from './pictures.ts'
import { ratiosToHold } from './served-tier.ts'
import { heldEstimate } from './sound-tokens.ts'

interface ToHold {
  readonly estimate: EstimateInput
  /** What may have to be paid: the dearest of them is held. */
  readonly ratios: readonly PriceRatios[]
}

/** What a request is held by at a price, counted as its charge will be. */
export const toHold = ({ estimate, asked, tier }: Pick<RequestKind, 'estimate' | 'asked' | 'tier'>, price: Price): ToHold => {
  const { fixedUsage } = asked
  const drawn = fixedUsage && drawnAt(fixedUsage, price)
  if (drawn !== undefined) return { estimate: { ...estimate, promptTokens: drawn.usage.input }, ratios: [drawn.ratios] }
  const held = heldEstimate(estimate, fixedUsage?.unit, price)
  return { estimate: held, ratios: ratiosToHold(price, held.promptTokens, tier) }
}
