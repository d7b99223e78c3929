import { countAt, objectAt, type JsonObject } from '../json.ts'
import type { Usage } from '../model/usage.ts'

/** `prompt_tokens` includes the cached ones on this wire, and `completion_tokens` the reasoning ones. */
export const usageFromWire = (wire: JsonObject): Usage | undefined => {
  const prompt = countAt(wire, 'prompt_tokens')
  const completion = countAt(wire, 'completion_tokens')
  if (prompt === undefined && completion === undefined) return undefined
  const cached = Math.min(countAt(objectAt(wire, 'prompt_tokens_details'), 'cached_tokens') ?? 0, prompt ?? 0)
  const output = completion ?? Math.max(0, (countAt(wire, 'total_tokens') ?? 0) - (prompt ?? 0))
  return {
    input: (prompt ?? 0) - cached,
    cacheRead: cached,
    cacheWrite: 0,
    output,
    reasoning: Math.min(countAt(objectAt(wire, 'completion_tokens_details'), 'reasoning_tokens') ?? 0, output),
    source: 'upstream',
  }
}
