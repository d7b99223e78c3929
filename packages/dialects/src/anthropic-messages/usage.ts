import { arrayAt, figureAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
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

/** Upstream summed the conversation up before it answered. What that took is sold as well, and left out of the figures of the answer. */
const compactionsIn = (wire: JsonObject): readonly JsonObject[] =>
  arrayAt(wire, 'iterations')
    .filter(isObject)
    .filter((entry) => textAt(entry, 'type') === 'compaction')

/** `input_tokens` leaves cached tokens out on this wire. */
export const usageFromClaude = (wire: JsonObject): Usage | undefined => {
  if (figureAt(wire, 'output_tokens') === undefined) return undefined
  const sold = [wire, ...compactionsIn(wire)]
  const sumOf = (name: string): number => sold.reduce((sum, figures) => sum + (figureAt(figures, name) ?? 0), 0)
  const output = sumOf('output_tokens')
  const cacheWrite = sumOf('cache_creation_input_tokens')
  const forHour = sold.reduce((sum, { cache_creation: kept }) => sum + (figureAt(kept, 'ephemeral_1h_input_tokens') ?? 0), 0)
  const hour = Math.min(forHour, cacheWrite)
  const [calls, tier] = [callsIn(wire), reportedTierIn(wire)]
  return {
    input: sumOf('input_tokens'),
    cacheRead: sumOf('cache_read_input_tokens'),
    cacheWrite,
    ...(hour > 0 && { cacheWriteHour: hour }),
    output,
    reasoning: Math.min(figureAt(objectAt(wire, 'output_tokens_details'), 'thinking_tokens') ?? 0, output),
    ...(calls && { calls }),
    ...(tier && { tier }),
    source: 'upstream',
  }
}
