import { figureAt, objectAt, type JsonObject } from '../json.ts'
import { reconcileOutput } from '../model/reconcile-output.ts'
import { sumUsage, usageParts, type Usage } from '../model/usage.ts'
import { searchesIn } from '../hosted-tools/search-fields.ts'

/** Both of OpenAI's endpoints name them alike. Sound that was read from a cache is counted among the sound as well. */
export const partsIn = (input: JsonObject | undefined, output: JsonObject | undefined) => {
  const audioCacheRead = figureAt(objectAt(input, 'cached_tokens_details'), 'audio_tokens') ?? 0
  return {
    audioInput: Math.max(0, (figureAt(input, 'audio_tokens') ?? 0) - audioCacheRead),
    imageInput: figureAt(input, 'image_tokens'),
    audioCacheRead,
    audioOutput: figureAt(output, 'audio_tokens'),
    imageOutput: figureAt(output, 'image_tokens'),
    acceptedPrediction: figureAt(output, 'accepted_prediction_tokens'),
    rejectedPrediction: figureAt(output, 'rejected_prediction_tokens'),
  }
}

/** Names under which upstreams count what came from a cache beside the other counts, without details. */
const READ_NAMES = ['cached_tokens', 'prompt_cache_hit_tokens', 'num_cached_tokens', 'cache_read_input_tokens'] as const
const WRITE_NAMES = ['cache_write_tokens', 'cache_creation_input_tokens', 'cached_creation_tokens', 'cache_creation_tokens'] as const

const firstFigure = (wire: JsonObject | undefined, names: readonly string[]): number | undefined => {
  for (const name of names) {
    const figure = figureAt(wire, name)
    if (figure !== undefined) return figure
  }
  return undefined
}

const readFromCache = (wire: JsonObject, details: JsonObject | undefined): number =>
  figureAt(details, 'cached_tokens') ?? firstFigure(wire, READ_NAMES) ?? 0

/** Figures without a word of a cache, with what other figures of the same answer say of it. */
export const withCachedBeside = (wire: JsonObject, beside: JsonObject): JsonObject => {
  const details = objectAt(wire, 'prompt_tokens_details')
  const cached = readFromCache(beside, objectAt(beside, 'prompt_tokens_details'))
  if (cached === 0 || readFromCache(wire, details) > 0) return wire
  return { ...wire, prompt_tokens_details: { ...details, cached_tokens: cached } }
}

/** What of a prompt was read from a cache and what was written to one; both are part of its count. */
export const cachedIn = (
  wire: JsonObject,
  details: JsonObject | undefined,
  prompt: number,
): Pick<Usage, 'input' | 'cacheRead' | 'cacheWrite' | 'cacheWriteHour'> => {
  const cacheRead = Math.min(readFromCache(wire, details), prompt)
  const cacheWrite = Math.min(firstFigure(details, WRITE_NAMES) ?? firstFigure(wire, WRITE_NAMES) ?? 0, prompt - cacheRead)
  const plain = { input: prompt - cacheRead - cacheWrite, cacheRead, cacheWrite }
  if (cacheWrite === 0) return plain
  const kept = objectAt(details, 'cache_creation') ?? objectAt(wire, 'cache_creation')
  const hour = Math.min(figureAt(kept, 'ephemeral_1h_input_tokens') ?? 0, cacheWrite)
  return hour === 0 ? plain : { ...plain, cacheWriteHour: hour }
}

export const renderInputParts = ({ audioInput }: Usage) => ({ ...(audioInput !== undefined && { audio_tokens: audioInput }) })

export const renderOutputParts = ({ audioOutput, acceptedPrediction, rejectedPrediction }: Usage) => ({
  ...(audioOutput !== undefined && { audio_tokens: audioOutput }),
  ...(acceptedPrediction !== undefined && { accepted_prediction_tokens: acceptedPrediction }),
  ...(rejectedPrediction !== undefined && { rejected_prediction_tokens: rejectedPrediction }),
})

const withHour = (usage: Usage, cacheWriteHour: number | undefined): Usage =>
  cacheWriteHour === undefined ? usage : { ...usage, cacheWriteHour }

/** A figure under its name in a chat or in a response. */
const eitherFigure = (wire: JsonObject, chat: string, response: string): number | undefined =>
  figureAt(wire, chat) ?? figureAt(wire, response)
const eitherObject = (wire: JsonObject, chat: string, response: string): JsonObject | undefined =>
  objectAt(wire, chat) ?? objectAt(wire, response)

/** What a chat says it used, also where the prompt is counted nowhere, or in the total alone. A prompt of 0 beside an answer is believed. */
export const chatUsageFromWire = (wire: JsonObject): Usage | undefined => {
  const prompt = eitherFigure(wire, 'prompt_tokens', 'input_tokens')
  const completion = eitherFigure(wire, 'completion_tokens', 'output_tokens')
  const total = figureAt(wire, 'total_tokens') ?? 0
  if (prompt !== undefined && prompt > 0) return usageFromWire(wire)
  if (total > 0 && !completion) return sumUsage(total)
  const usage = usageFromWire(wire)
  if (usage === undefined || usage.output === 0) return usage
  const beside = total - usage.output
  if (beside > 0) return { ...usage, input: beside }
  return prompt === undefined ? { ...usage, uncountedPrompt: 'beside' } : usage
}

/**
 * `prompt_tokens` includes the cached ones on this wire, and `completion_tokens` the reasoning ones, but for some upstreams. Others give
 * the figures the names that they have in a response.
 */
export const usageFromWire = (wire: JsonObject): Usage | undefined => {
  const known = eitherFigure(wire, 'prompt_tokens', 'input_tokens')
  const prompt = known ?? 0
  const total = figureAt(wire, 'total_tokens')
  const rest = known === undefined || total === undefined ? undefined : Math.max(0, total - known)
  const completion = eitherFigure(wire, 'completion_tokens', 'output_tokens') ?? rest
  // The prompt alone says nothing about what was produced.
  if (completion === undefined) return undefined
  const input = eitherObject(wire, 'prompt_tokens_details', 'input_tokens_details')
  const produced = eitherObject(wire, 'completion_tokens_details', 'output_tokens_details')
  const reasoning = figureAt(produced, 'reasoning_tokens') ?? figureAt(wire, 'reasoning_tokens') ?? 0
  const output = reconcileOutput({ prompt, completion, reasoning, total })
  const cached = cachedIn(wire, input, prompt)
  const plain = withHour(
    {
      input: cached.input,
      cacheRead: cached.cacheRead,
      cacheWrite: cached.cacheWrite,
      output,
      reasoning: Math.min(reasoning, output),
      source: 'upstream',
    },
    cached.cacheWriteHour,
  )
  const searches = searchesIn(wire)
  if (input === undefined && produced === undefined && searches === undefined) return plain
  return {
    ...plain,
    ...usageParts(partsIn(input, produced), { prompt, output }),
    ...(searches !== undefined && { calls: { webSearch: searches } }),
  }
}
