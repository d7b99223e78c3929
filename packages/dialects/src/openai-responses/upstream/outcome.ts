import { arrayAt, figureAt, objectAt, textAt, type JsonObject } from '../../json.ts'
import { searchFieldIn } from '../../hosted-tools/search-fields.ts'
import type { ChatCall } from '../../model/call.ts'
import type { ChatEvent } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { withTier, type ToolCallCounts, type Usage } from '../../model/usage.ts'
import { reportedTierIn } from '../../service-tier.ts'
import { wordTable } from '../../word-table.ts'
import { countToolCalls } from '../tool-calls.ts'
import { usageFromResponse } from '../usage.ts'

interface Told {
  readonly call: ChatCall
  /** Calls of tools that upstream ran by itself. */
  readonly hosted: readonly JsonObject[]
  readonly hasCalls: boolean
}

/** How a response ended: with the last events of an answer, or with an error. */
export type Outcome =
  | { readonly kind: 'answered'; readonly events: readonly ChatEvent[] }
  | { readonly kind: 'failed'; readonly error: JsonObject }

/** Upstream tells of every search, so that where it tells of none there was none. */
const callsOf = (response: JsonObject, { call, hosted }: Told): ToolCallCounts | undefined => {
  const calls = countToolCalls([...hosted, ...arrayAt(response, 'output')])
  return searchFieldIn(call.body) === undefined ? calls : { webSearch: 0, ...calls }
}

/** A response without one of the two counts is counted here instead. */
const usageOf = (response: JsonObject, told: Told): Usage | undefined => {
  const wire = objectAt(response, 'usage')
  if (figureAt(wire, 'input_tokens') === undefined || figureAt(wire, 'output_tokens') === undefined) return undefined
  const usage = usageFromResponse(wire ?? {})
  const calls = callsOf(response, told)
  return usage && withTier(calls === undefined ? usage : { ...usage, calls }, reportedTierIn(response))
}

const INCOMPLETE = wordTable<FinishReason>({ max_output_tokens: 'length', content_filter: 'content_filter' })

const finishOf = (response: JsonObject, { hasCalls }: Told): FinishReason | undefined => {
  switch (textAt(response, 'status')) {
    case 'completed':
      return hasCalls ? 'tool_calls' : 'stop'
    case 'incomplete':
      return INCOMPLETE[textAt(objectAt(response, 'incomplete_details'), 'reason') ?? ''] ?? 'length'
    default:
      return undefined
  }
}

/** What was asked for, where upstream does not say at which it was. */
const UNDECIDED = 'auto'

export const outcomeOf = (response: JsonObject, told: Told): Outcome => {
  const reason = finishOf(response, told)
  const error = objectAt(response, 'error')
  if (reason === undefined || error !== undefined) return { kind: 'failed', error: error ?? {} }
  const usage = usageOf(response, told)
  const serviceTier = textAt(response, 'service_tier')
  return {
    kind: 'answered',
    events: [
      ...(serviceTier === undefined || serviceTier === UNDECIDED ? [] : [{ kind: 'traits', traits: { serviceTier } } as const]),
      ...(usage ? [{ kind: 'usage', usage } as const] : []),
      { kind: 'finished', reason },
    ],
  }
}
