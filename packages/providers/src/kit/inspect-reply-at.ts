import { arrayAt, figureAt, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { Usage } from '@weir/dialects/model/usage'
import type { ReplySummary } from '@weir/dialects/model/reply-summary'
import { inspectReply } from '@weir/dialects/openai-chat/inspect-reply'
import { chatUsageFromWire } from '@weir/dialects/openai-chat/usage'

/** Where an upstream on OpenAI's wire says what OpenAI says elsewhere. The reply itself passes as it is. */
export interface FactPlaces {
  /** Usage, when it is not at the top. */
  readonly usageAt?: (json: unknown) => JsonObject | undefined
  /** Thoughts are part of the total and counted nowhere else. */
  readonly hasUnnamedThoughts?: boolean
  /** Finish words that mean upstream gave up; they become the code of an error. */
  readonly failures?: readonly string[]
}

const withThoughts = (usage: JsonObject): JsonObject => {
  const [prompt, completion] = [figureAt(usage, 'prompt_tokens') ?? 0, figureAt(usage, 'completion_tokens') ?? 0]
  const rest = (figureAt(usage, 'total_tokens') ?? 0) - prompt - completion
  const isNamed = figureAt(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens') !== undefined
  return isNamed || rest <= 0 ? usage : { ...usage, completion_tokens_details: { reasoning_tokens: rest } }
}

const usageIn = (wire: JsonObject, { hasUnnamedThoughts }: FactPlaces): Usage | undefined =>
  chatUsageFromWire(hasUnnamedThoughts === true ? withThoughts(wire) : wire)

const failureIn = (json: unknown, words: readonly string[]): JsonObject | undefined => {
  const word = arrayAt(json, 'choices')
    .map((choice) => textAt(choice, 'finish_reason'))
    .find((candidate) => candidate !== undefined && words.includes(candidate))
  return word === undefined ? undefined : { message: '', type: 'upstream_error', code: word }
}

export const inspectReplyAt =
  (places: FactPlaces) =>
  (json: unknown): ReplySummary => {
    const summary = inspectReply(json)
    const usage = objectAt(json, 'usage') ?? places.usageAt?.(json)
    return {
      ...summary,
      usage: usage && usageIn(usage, places),
      error: summary.error ?? failureIn(json, places.failures ?? []),
    }
  }
