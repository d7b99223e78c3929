import { countAt, objectAt, type JsonObject } from '../json.ts'
import { reconcileOutput } from '../model/reconcile-output.ts'
import type { Usage } from '../model/usage.ts'

/** `prompt_tokens` includes the cached ones on this wire, and `completion_tokens` the reasoning ones, but for some upstreams. */
export const usageFromWire = (wire: JsonObject): Usage | undefined => {
  const prompt = countAt(wire, 'prompt_tokens')
  const counted = countAt(wire, 'completion_tokens')
  if (prompt === undefined && counted === undefined) return undefined
  const total = countAt(wire, 'total_tokens')
  const completion = counted ?? Math.max(0, (total ?? 0) - (prompt ?? 0))
  const reasoning = countAt(objectAt(wire, 'completion_tokens_details'), 'reasoning_tokens') ?? countAt(wire, 'reasoning_tokens') ?? 0
  const cached = Math.min(countAt(objectAt(wire, 'prompt_tokens_details'), 'cached_tokens') ?? 0, prompt ?? 0)
  const output = reconcileOutput({ prompt: prompt ?? 0, completion, reasoning, total })
  return {
    input: (prompt ?? 0) - cached,
    cacheRead: cached,
    cacheWrite: 0,
    output,
    reasoning: Math.min(reasoning, output),
    source: 'upstream',
  }
}
