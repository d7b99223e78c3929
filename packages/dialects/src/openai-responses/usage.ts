import { figureAt, objectAt, type JsonObject } from '../json.ts'
import { reconcileOutput } from '../model/reconcile-output.ts'
import type { Usage } from '../model/usage.ts'

/** `input_tokens` includes the cached ones on this wire, and `output_tokens` the reasoning ones, but for some upstreams. */
export const usageFromResponse = (wire: JsonObject): Usage | undefined => {
  const input = figureAt(wire, 'input_tokens')
  const counted = figureAt(wire, 'output_tokens')
  if (input === undefined && counted === undefined) return undefined
  const reasoning = figureAt(objectAt(wire, 'output_tokens_details'), 'reasoning_tokens') ?? 0
  const cached = Math.min(figureAt(objectAt(wire, 'input_tokens_details'), 'cached_tokens') ?? 0, input ?? 0)
  const total = figureAt(wire, 'total_tokens')
  const output = reconcileOutput({ prompt: input ?? 0, completion: counted ?? 0, reasoning, total })
  return {
    input: (input ?? 0) - cached,
    cacheRead: cached,
    cacheWrite: 0,
    output,
    reasoning: Math.min(reasoning, output),
    source: 'upstream',
  }
}
