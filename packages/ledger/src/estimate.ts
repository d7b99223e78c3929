import { costOf, type PriceRatios } from './price.ts'
import { toQuota, type Quota } from './quota.ts'

export interface EstimateInput {
  readonly promptTokens: number
  /** The most the caller allows; undefined when the call sets no limit. */
  readonly maxOutputTokens: number | undefined
  /** How many answers were asked for. */
  readonly choices: number
}

/** Assumed when the caller sets no limit: enough for an ordinary answer, little enough not to lock a small account out. */
const DEFAULT_OUTPUT_TOKENS = 1024

/**
 * What is held back before upstream is called. `floor` (PreConsumedQuota) is counted in tokens at the model's price,
 * as operators of this family of gateways know it. A free model holds nothing.
 */
export const estimateHold = (input: EstimateInput, ratios: PriceRatios, floor: Quota): Quota => {
  const tokens = {
    input: input.promptTokens + floor,
    cacheRead: 0,
    cacheWrite: 0,
    output: (input.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS) * input.choices,
  }
  return toQuota(costOf(tokens, ratios))
}
