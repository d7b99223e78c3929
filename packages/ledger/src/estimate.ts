import { costOf, type Fee, type PriceRatios } from './price.ts'
import { toQuota, type Quota } from './quota.ts'

export interface EstimateInput {
  readonly promptTokens: number
  /** The most the caller allows; undefined when the call sets no limit. */
  readonly maxOutputTokens: number | undefined
  /** How many answers were asked for. */
  readonly choices: number
  /** How much of the prompt is sound. Where it is given, the answer is expected as sound, too. */
  readonly audioPromptTokens?: number
  /** What upstream may run for it by itself: one call of each is held. */
  readonly calls?: readonly Fee[]
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
  const output = capped((input.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS) * input.choices)
  const tokens = {
    input: capped(input.promptTokens + floor),
    cacheRead: 0,
    cacheWrite: 0,
    output,
    ...(input.audioPromptTokens !== undefined && { audioInput: input.audioPromptTokens, audioOutput: output }),
    calls: { request: 1, ...Object.fromEntries((input.calls ?? []).map((kind) => [kind, 1])) },
  }
  return toQuota(costOf(tokens, ratios))
}
