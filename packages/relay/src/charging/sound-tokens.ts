import type { EstimateInput } from '@weir/ledger/estimate'
import type { Price } from '@weir/ledger/price'
import type { Usage } from '@weir/dialects/model/usage'

/** Nothing sold counts sound finer: OpenAI and Google report 10 to 32 tokens a second, and encoders hear 50 frames of it. */
const FINEST_TOKEN_MS = 20
/** What is charged where upstream does not say: a token for 50 ms, as OpenAI counts speech. */
const USUAL_TOKEN_MS = 50

/** What is held for a recording that is sold by tokens; anything else is held as it was counted. */
export const heldEstimate = (estimate: EstimateInput, unit: Usage['unit'], price: Price): EstimateInput =>
  unit === 'millisecond' && price.isPerToken === true
    ? { ...estimate, promptTokens: Math.ceil(estimate.promptTokens / FINEST_TOKEN_MS) }
    : estimate

/** The length of a recording as tokens, where it is sold by them and upstream told its length alone. */
export const inTokens = (usage: Usage, price: Price): Usage => {
  if (usage.unit !== 'millisecond' || price.isPerToken !== true) return usage
  const { unit: _, ...counted } = usage
  return { ...counted, input: Math.ceil(usage.input / USUAL_TOKEN_MS) }
}
