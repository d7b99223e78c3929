import { figureAt, objectAt, type JsonObject } from '../json.ts'
import { reconcileOutput } from '../model/reconcile-output.ts'
import { promptTokensOf, usageParts, type Usage } from '../model/usage.ts'
import { cachedIn, partsIn, renderInputParts, renderOutputParts } from '../openai-chat/usage.ts'

/** `input_tokens` includes the cached ones on this wire, and `output_tokens` the reasoning ones, but for some upstreams. */
export const usageFromResponse = (wire: JsonObject): Usage | undefined => {
  const input = figureAt(wire, 'input_tokens')
  const counted = figureAt(wire, 'output_tokens')
  if (input === undefined && counted === undefined) return undefined
  // Transcripts spell the name of the details in another way than everything else.
  const inputDetails = objectAt(wire, 'input_tokens_details') ?? objectAt(wire, 'input_token_details')
  const outputDetails = objectAt(wire, 'output_tokens_details')
  const reasoning = figureAt(outputDetails, 'reasoning_tokens') ?? 0
  const total = figureAt(wire, 'total_tokens')
  const output = reconcileOutput({ prompt: input ?? 0, completion: counted ?? 0, reasoning, total })
  return {
    ...cachedIn(wire, inputDetails, input ?? 0),
    output,
    reasoning: Math.min(reasoning, output),
    ...usageParts(partsIn(inputDetails, outputDetails), { prompt: input ?? 0, output }),
    source: 'upstream',
  }
}

export const renderResponseUsage = (usage: Usage) => {
  const input = promptTokensOf(usage)
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: usage.cacheRead, cache_write_tokens: usage.cacheWrite, ...renderInputParts(usage) },
    output_tokens: usage.output,
    output_tokens_details: { reasoning_tokens: usage.reasoning, ...renderOutputParts(usage) },
    total_tokens: input + usage.output,
  }
}
