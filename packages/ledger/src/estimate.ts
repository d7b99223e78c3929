import { costOf, type Fee, type PriceRatios } from './price.ts'
import { toQuota, type Quota } from './quota.ts'

export interface EstimateInput {
  readonly promptTokens: number
  /** The most the caller allows; undefined when the call sets no limit. */
  readonly maxOutputTokens: number | undefined
  /** How many answers were asked for. */
  readonly choices: number
  /** What upstream may run for it by itself, as often as the caller allows. */
  readonly calls?: Partial<Readonly<Record<Fee, number>>>
}

/** Assumed when the caller sets no limit: enough for an ordinary answer, little enough not to lock a small account out. */
const DEFAULT_OUTPUT_TOKENS = 1024

/** A count beyond 2^53 is no longer exact, and no price takes one. */
const capped = (count: number): number => Math.min(count, Number.MAX_SAFE_INTEGER)

/**
 * What is held back before upstream is called. `floor` (PreConsumedQuota) is counted in tokens at the model's price,
 * as operators of this family of gateways know it. A free model holds nothing.
 */
export const estimateHold = (input: EstimateInput, ratios: PriceRatios, floor: Quota): Quota => {
  const tokens = {
    input: capped(input.promptTokens + floor),
    cacheRead: 0,
    cacheWrite: 0,
    output: capped((input.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS) * input.choices),
    calls: { request: 1, ...input.calls },
  }
  return toQuota(costOf(tokens, ratios))
}
