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
  /** What upstream may run for it by itself, as often as the caller allows. */
  readonly calls?: Partial<Readonly<Record<Fee, number>>> | undefined
}

/** Assumed when the caller sets no limit: enough for an ordinary answer, little enough not to lock a small account out. */
export const DEFAULT_OUTPUT_TOKENS = 1024

/** A count beyond 2^53 is no longer exact, and no price takes one. */
const capped = (count: number): number => Math.min(count, Number.MAX_SAFE_INTEGER)

const outputOf = ({ maxOutputTokens, choices }: EstimateInput): number => capped((maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS) * choices)

/** No report of more is believed either. */
const MAX_TOKENS = 2 ** 40

/** What is held of a budget of tokens. */
export const estimateTokens = (input: EstimateInput): number => Math.min(Math.ceil(input.promptTokens) + outputOf(input), MAX_TOKENS)

const ONE_REQUEST = { request: 1 } as const

/**
 * What is held back before upstream is called. `floor` (PreConsumedQuota) is counted in tokens at the model's price,
 * as operators of this family of gateways know it. A free model holds nothing.
 */
export const estimateHold = (input: EstimateInput, ratios: PriceRatios, floor: Quota): Quota => {
  const output = outputOf(input)
  const tokens = {
    input: capped(input.promptTokens + floor),
    cacheRead: 0,
    cacheWrite: 0,
    output,
    ...(input.audioPromptTokens !== undefined && { audioInput: input.audioPromptTokens, audioOutput: output }),
    calls: input.calls === undefined ? ONE_REQUEST : { request: 1, ...input.calls },
  }
  return toQuota(costOf(tokens, ratios))
}
