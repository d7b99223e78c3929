import { arrayAt, countAt, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { factsOf, type ReplyFacts } from '@weir/dialects/openai-chat/reply-facts'
import { usageFromWire } from '@weir/dialects/openai-chat/usage'

/** Where an upstream on OpenAI's wire says what OpenAI says elsewhere. The reply itself passes as it is. */
export interface FactPlaces {
  /** Usage, when it is not at the top. */
  readonly usageAt?: (json: unknown) => JsonObject | undefined
  /** The name under which usage counts the tokens that came from a cache. */
  readonly cachedName?: string
  /** Finish words that mean upstream gave up; they become the code of an error. */
  readonly failures?: readonly string[]
}

const withCached = (usage: JsonObject, name: string | undefined): JsonObject => {
  const known = countAt(objectAt(usage, 'prompt_tokens_details'), 'cached_tokens')
  const cached = name === undefined ? undefined : countAt(usage, name)
  return known !== undefined || cached === undefined ? usage : { ...usage, prompt_tokens_details: { cached_tokens: cached } }
}

const failureIn = (json: unknown, words: readonly string[]): JsonObject | undefined => {
  const word = arrayAt(json, 'choices')
    .map((choice) => textAt(choice, 'finish_reason'))
    .find((candidate) => candidate !== undefined && words.includes(candidate))
  return word === undefined ? undefined : { message: '', type: 'upstream_error', code: word }
}

export const factsAt =
  (places: FactPlaces) =>
  (json: unknown): ReplyFacts => {
    const facts = factsOf(json)
    const usage = objectAt(json, 'usage') ?? places.usageAt?.(json)
    return {
      ...facts,
      usage: usage && usageFromWire(withCached(usage, places.cachedName)),
      error: facts.error ?? failureIn(json, places.failures ?? []),
    }
  }
