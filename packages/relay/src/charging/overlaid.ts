import { isObject, type JsonObject } from '@weir/dialects/json'
import { approximateTokens } from '@weir/dialects/model/usage'
import { DEFAULT_OUTPUT_TOKENS, type EstimateInput } from '@weir/ledger/estimate'
import type { Asked } from '../asked.ts'
import type { Channel } from '../ports.ts'
import type { RequestKind } from '../stage-types.ts'

/** Where the wires say how long an answer may be. */
const LIMITS: readonly (readonly [string, string?])[] = [
  ['max_tokens'],
  ['max_completion_tokens'],
  ['max_output_tokens'],
  ['max_new_tokens'],
  ['max_tokens_to_sample'],
  ['MaxTokens'],
  ['generationConfig', 'maxOutputTokens'],
  ['generation_config', 'max_output_tokens'],
  ['inferenceConfig', 'maxTokens'],
  ['options', 'num_predict'],
]

/** Where they say how many answers there are to be. */
const CHOICES: readonly (readonly [string, string?])[] = [
  ['n'],
  ['best_of'],
  ['num_generations'],
  ['candidateCount'],
  ['generationConfig', 'candidateCount'],
  ['generation_config', 'candidate_count'],
]

const figureAt = (fields: JsonObject, [name, member]: readonly [string, string?]): number | undefined => {
  const outer = fields[name]
  const value = member === undefined || !isObject(outer) ? outer : outer[member]
  return typeof value === 'number' && value > 0 && Number.isFinite(value) ? Math.ceil(value) : undefined
}

const largestOf = (fields: JsonObject, places: typeof LIMITS): number | undefined => {
  const found = places.flatMap((place) => figureAt(fields, place) ?? [])
  return found.length === 0 ? undefined : Math.max(...found)
}

/** A limit that is taken out, or whose place is taken by something else, is none. */
const touchesLimit = (fields: JsonObject): boolean => LIMITS.some(([name]) => Object.hasOwn(fields, name))

/**
 * The larger of what the caller allows and what the channel sets: whichever of the two upstream listens to, the hold covers it and no true
 * report is cut.
 */
const overlaidEstimate = (estimate: EstimateInput, fields: JsonObject): EstimateInput => {
  const { maxOutputTokens } = estimate
  const set = largestOf(fields, LIMITS)
  const asked = maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS
  return {
    ...estimate,
    promptTokens: estimate.promptTokens + approximateTokens(Buffer.byteLength(JSON.stringify(fields))),
    maxOutputTokens: touchesLimit(fields) ? Math.max(asked, set ?? DEFAULT_OUTPUT_TOKENS) : maxOutputTokens,
    choices: Math.max(estimate.choices, largestOf(fields, CHOICES) ?? 0),
  }
}

const overlaidAsked = (asked: Asked, fields: JsonObject): Asked => {
  const { maxOutputTokens } = asked
  const set = largestOf(fields, LIMITS)
  const isLimited = maxOutputTokens !== undefined && (set !== undefined || !touchesLimit(fields))
  return {
    ...asked,
    body: asked.body && { ...asked.body, ...fields },
    maxOutputTokens: isLimited ? Math.max(maxOutputTokens, set ?? 0) : undefined,
    choices: Math.max(asked.choices ?? 1, largestOf(fields, CHOICES) ?? 0),
  }
}

/** What was asked, as the channel asks it. */
export const askedOn = ({ bodyOverrides }: Pick<Channel, 'bodyOverrides'>, asked: Asked): Asked =>
  bodyOverrides === undefined ? asked : overlaidAsked(asked, bodyOverrides)

/** The figures of a conversation under the fields of a channel. */
export const overlaidFigures = (kind: RequestKind, fields: JsonObject): RequestKind => ({
  ...kind,
  estimate: overlaidEstimate(kind.estimate, fields),
  asked: overlaidAsked(kind.asked, fields),
})

/** A kind of request as a channel asks it: what its fields say of length and number counts. */
export const kindOn = (kind: RequestKind, { bodyOverrides }: Pick<Channel, 'bodyOverrides'>): RequestKind =>
  bodyOverrides === undefined ? kind : (kind.overlaid?.(kind, bodyOverrides) ?? kind)
