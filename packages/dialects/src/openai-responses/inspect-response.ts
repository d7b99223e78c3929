import { arrayAt, figureAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import type { WireSummary, WireTap } from '../model/caller-wire.ts'
import type { ToolCallCounts, Usage } from '../model/usage.ts'
import { reportedTierIn, type ReportedTier } from '../service-tier.ts'
import { withTier } from '../model/usage.ts'
import type { WireError } from '../model/wire-error.ts'
import { renderFailedResponse } from './render-failure.ts'
import { countToolCalls, isToolCall } from './tool-calls.ts'
import { usageFromResponse } from './usage.ts'

/** A response without one of the two counts is counted here instead. */
const usageOf = (wire: JsonObject): Usage | undefined =>
  figureAt(wire, 'input_tokens') === undefined || figureAt(wire, 'output_tokens') === undefined ? undefined : usageFromResponse(wire)

const withCalls = (usage: Usage, calls: ToolCallCounts | undefined): Usage => (calls === undefined ? usage : { ...usage, calls })

const textOfItem = (item: unknown): string =>
  [...arrayAt(item, 'content'), ...arrayAt(item, 'summary')].map((part) => textAt(part, 'text') ?? '').join('') +
  (textAt(item, 'name') ?? '') +
  (textAt(item, 'arguments') ?? textAt(item, 'input') ?? '')

const ENDED = new Set(['completed', 'incomplete'])

/** `seen` are items that were told before, where the whole does not repeat them. */
export const inspectResponse = (json: unknown, seen: readonly unknown[] = []): WireSummary => {
  const wire = objectAt(json, 'usage')
  const usage = wire && usageOf(wire)
  const calls = countToolCalls([...seen, ...arrayAt(json, 'output')])
  const status = textAt(json, 'status') ?? ''
  const failed = status === 'failed' ? { code: 'server_error' } : undefined
  return {
    usage: usage && withTier(withCalls(usage, calls), reportedTierIn(json)),
    ...(calls && { calls }),
    hasFinished: ENDED.has(status),
    hasOutput: isObject(json) && Array.isArray(json['output']),
    error: objectAt(json, 'error') ?? failed,
    text: arrayAt(json, 'output').map(textOfItem).join(''),
  }
}

/** Said before the model has written anything; until then another channel can still answer. */
const BEFORE_OUTPUT = new Set(['response.created', 'response.in_progress', 'response.queued', 'keepalive'])
const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed'])

const EMPTY_SUMMARY: WireSummary = { usage: undefined, hasFinished: false, hasOutput: false, error: undefined, text: '' }

/** An `error` event has its code and its message at the top, as nothing else has. */
const errorOfEvent = (event: JsonObject): JsonObject => objectAt(event, 'error') ?? event

export const inspectEvent = (event: JsonObject, seen: readonly unknown[] = []): WireSummary => {
  const type = textAt(event, 'type') ?? ''
  if (BEFORE_OUTPUT.has(type)) return EMPTY_SUMMARY
  if (type === 'error' || type === '') return { ...EMPTY_SUMMARY, error: errorOfEvent(event) }
  // The text of the whole has come piece by piece before.
  if (LAST.has(type)) return { ...inspectResponse(event['response'], seen), text: '' }
  return { ...EMPTY_SUMMARY, hasOutput: true, text: textAt(event, 'delta') ?? '' }
}

/** Follows a response as upstream describes it, so that it can be ended in its own words. */
export class ResponseTap implements WireTap {
  #events = 0
  #response: JsonObject = {}
  /** Calls of tools, which an answer that breaks off has cost as well. */
  readonly #seen: JsonObject[] = []

  read = (event: JsonObject): WireSummary => {
    const item = objectAt(event, 'item')
    if (item !== undefined && event['type'] === 'response.output_item.done' && isToolCall(item)) this.#seen.push(item)
    const summary = inspectEvent(event, this.#seen)
    if (summary.error === undefined) {
      this.#events++
      this.#response = objectAt(event, 'response') ?? this.#response
    }
    return summary
  }

  calls = (): ToolCallCounts | undefined => countToolCalls(this.#seen)

  tier = (): ReportedTier | undefined => reportedTierIn(this.#response)

  failure = (error: WireError): Uint8Array => renderFailedResponse(this.#response, this.#events, error)
}
