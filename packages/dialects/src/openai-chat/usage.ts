import { figureAt, objectAt, type JsonObject } from '../json.ts'
import { reconcileOutput } from '../model/reconcile-output.ts'
import { usageParts, type Usage } from '../model/usage.ts'
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

/** What of a prompt was read from a cache and what was written to one; both are part of its count. LiteLLM has a name of its own for the latter. */
export const cachedIn = (details: JsonObject | undefined, prompt: number) => {
  const cacheRead = Math.min(figureAt(details, 'cached_tokens') ?? 0, prompt)
  const written = figureAt(details, 'cache_write_tokens') ?? figureAt(details, 'cache_creation_tokens') ?? 0
  const cacheWrite = Math.min(written, prompt - cacheRead)
  return { input: prompt - cacheRead - cacheWrite, cacheRead, cacheWrite }
}

export const renderInputParts = ({ audioInput }: Usage) => ({ ...(audioInput !== undefined && { audio_tokens: audioInput }) })

export const renderOutputParts = ({ audioOutput, acceptedPrediction, rejectedPrediction }: Usage) => ({
  ...(audioOutput !== undefined && { audio_tokens: audioOutput }),
  ...(acceptedPrediction !== undefined && { accepted_prediction_tokens: acceptedPrediction }),
  ...(rejectedPrediction !== undefined && { rejected_prediction_tokens: rejectedPrediction }),
})

/** `prompt_tokens` includes the cached ones on this wire, and `completion_tokens` the reasoning ones, but for some upstreams. */
export const usageFromWire = (wire: JsonObject): Usage | undefined => {
  const known = figureAt(wire, 'prompt_tokens')
  const prompt = known ?? 0
  const total = figureAt(wire, 'total_tokens')
  const rest = known === undefined || total === undefined ? undefined : Math.max(0, total - known)
  const completion = figureAt(wire, 'completion_tokens') ?? rest
  // The prompt alone says nothing about what was produced.
  if (completion === undefined) return undefined
  const input = objectAt(wire, 'prompt_tokens_details')
  const produced = objectAt(wire, 'completion_tokens_details')
  const reasoning = figureAt(produced, 'reasoning_tokens') ?? figureAt(wire, 'reasoning_tokens') ?? 0
  const output = reconcileOutput({ prompt, completion, reasoning, total })
  const cached = cachedIn(input, prompt)
  const plain: Usage = {
    input: cached.input,
    cacheRead: cached.cacheRead,
    cacheWrite: cached.cacheWrite,
    output,
    reasoning: Math.min(reasoning, output),
    source: 'upstream',
  }
  const searches = searchesIn(wire)
  if (input === undefined && produced === undefined && searches === undefined) return plain
  return {
    ...plain,
    ...usageParts(partsIn(input, produced), { prompt, output }),
    ...(searches !== undefined && { calls: { webSearch: searches } }),
  }
}
