import { figureAt, objectAt, type JsonObject } from '../json.ts'
import { reportedTierIn } from '../service-tier.ts'
import type { ToolCallCounts, Usage } from '../model/usage.ts'

/** Counts as they come, in one reply or spread over a stream. The newest of each counts; they are totals, never to be added. */
export const mergeUsage = (older: JsonObject, newer: JsonObject | undefined): JsonObject =>
  newer === undefined ? older : { ...older, ...Object.fromEntries(Object.entries(newer).filter(([, value]) => value !== null)) }

/** Pages that were fetched are counted there as well, and cost tokens alone. */
const callsIn = (wire: JsonObject): ToolCallCounts | undefined => {
  const searches = figureAt(objectAt(wire, 'server_tool_use'), 'web_search_requests') ?? 0
  return searches > 0 ? { webSearch: searches } : undefined
}

/** `input_tokens` leaves cached tokens out on this wire. */
export const usageFromClaude = (wire: JsonObject): Usage | undefined => {
  const output = figureAt(wire, 'output_tokens')
  if (output === undefined) return undefined
  const cacheWrite = figureAt(wire, 'cache_creation_input_tokens') ?? 0
  const hour = Math.min(figureAt(objectAt(wire, 'cache_creation'), 'ephemeral_1h_input_tokens') ?? 0, cacheWrite)
  const [calls, tier] = [callsIn(wire), reportedTierIn(wire)]
  return {
    input: figureAt(wire, 'input_tokens') ?? 0,
    cacheRead: figureAt(wire, 'cache_read_input_tokens') ?? 0,
    cacheWrite,
    ...(hour > 0 && { cacheWriteHour: hour }),
    output,
    reasoning: Math.min(figureAt(objectAt(wire, 'output_tokens_details'), 'thinking_tokens') ?? 0, output),
    ...(calls && { calls }),
    ...(tier && { tier }),
    source: 'upstream',
  }
}
