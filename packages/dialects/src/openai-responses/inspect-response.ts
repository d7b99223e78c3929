import { arrayAt, figureAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import type { Usage } from '../model/usage.ts'
import { usageFromResponse } from './usage.ts'

/** What the line must know of a response, or of one event of it, that it passes on untouched. */
export interface ResponseSummary {
  readonly usage: Usage | undefined
  /** The response is whole, or as whole as it will get. */
  readonly hasFinished: boolean
  /** Something of the answer itself is in it. */
  readonly hasOutput: boolean
  readonly error: JsonObject | undefined
  readonly text: string
}

/** A response without one of the two counts is counted here instead. */
const usageOf = (wire: JsonObject): Usage | undefined =>
  figureAt(wire, 'input_tokens') === undefined || figureAt(wire, 'output_tokens') === undefined ? undefined : usageFromResponse(wire)

const textOfItem = (item: unknown): string =>
  [...arrayAt(item, 'content'), ...arrayAt(item, 'summary')].map((part) => textAt(part, 'text') ?? '').join('') +
  (textAt(item, 'name') ?? '') +
  (textAt(item, 'arguments') ?? textAt(item, 'input') ?? '')

const ENDED = new Set(['completed', 'incomplete'])

export const inspectResponse = (json: unknown): ResponseSummary => {
  const usage = objectAt(json, 'usage')
  const status = textAt(json, 'status') ?? ''
  const failed = status === 'failed' ? { code: 'server_error' } : undefined
  return {
    usage: usage && usageOf(usage),
    hasFinished: ENDED.has(status),
    hasOutput: isObject(json) && Array.isArray(json['output']),
    error: objectAt(json, 'error') ?? failed,
    text: arrayAt(json, 'output').map(textOfItem).join(''),
  }
}

/** Said before the model has written anything; until then another channel can still answer. */
const BEFORE_OUTPUT = new Set(['response.created', 'response.in_progress', 'response.queued', 'keepalive'])
const LAST = new Set(['response.completed', 'response.incomplete', 'response.failed'])

const EMPTY_SUMMARY: ResponseSummary = { usage: undefined, hasFinished: false, hasOutput: false, error: undefined, text: '' }

/** An `error` event has its code and its message at the top, as nothing else has. */
const errorOfEvent = (event: JsonObject): JsonObject => objectAt(event, 'error') ?? event

export const inspectEvent = (event: unknown): ResponseSummary => {
  const type = textAt(event, 'type') ?? ''
  if (!isObject(event) || BEFORE_OUTPUT.has(type)) return EMPTY_SUMMARY
  if (type === 'error' || type === '') return { ...EMPTY_SUMMARY, error: errorOfEvent(event) }
  // The text of the whole has come piece by piece before.
  if (LAST.has(type)) return { ...inspectResponse(event['response']), text: '' }
  return { ...EMPTY_SUMMARY, hasOutput: true, text: textAt(event, 'delta') ?? '' }
}
