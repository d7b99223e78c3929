import { arrayAt, isObject, objectAt, textAt, type JsonObject } from '../../json.ts'
import type { WireCall, WireSummary, WireTap } from '../../model/caller-wire.ts'
import { largerCalls, type ToolCallCounts, type Usage } from '../../model/usage.ts'
import type { WireError } from '../../model/wire-error.ts'
import { mergeUsage, usageFromClaude } from '../usage.ts'
import { ServerToolCounter } from '../server-tools.ts'
import { errorEvent } from './envelope.ts'
import { isCodeSold } from './fee-tools.ts'

const EMPTY: WireSummary = { usage: undefined, hasFinished: false, hasOutput: false, error: undefined, text: '' }

/** What a conversation was summed up to is called its content. */
const wordsOf = (block: unknown): string => textAt(block, 'text') ?? textAt(block, 'thinking') ?? textAt(block, 'content') ?? ''

const textOfBlock = (block: unknown): string => {
  const input = objectAt(block, 'input')
  const called = input !== undefined && Object.keys(input).length > 0 ? JSON.stringify(input) : ''
  return wordsOf(block) + (textAt(block, 'name') ?? '') + called
}

const withCalls = (usage: Usage | undefined, calls: ToolCallCounts | undefined): Usage | undefined =>
  usage === undefined || calls === undefined ? usage : { ...usage, calls: largerCalls(usage.calls, calls) ?? calls }

/** Reads a whole message. */
export const inspectMessage = (json: unknown, { body }: Pick<WireCall, 'body'>): WireSummary => {
  const usage = objectAt(json, 'usage')
  const tools = new ServerToolCounter(isCodeSold(body))
  for (const block of arrayAt(json, 'content')) tools.note(block)
  const calls = tools.counts()
  return {
    usage: usage && withCalls(usageFromClaude(usage), calls),
    ...(calls && { calls }),
    hasFinished: textAt(json, 'stop_reason') !== undefined,
    hasOutput: isObject(json) && Array.isArray(json['content']),
    error: objectAt(json, 'error'),
    text: arrayAt(json, 'content').map(textOfBlock).join(''),
  }
}

/** A text or a thought is nothing yet when it begins; until its first word another channel can still answer. */
const begunBlock = (block: unknown): WireSummary => {
  const text = textOfBlock(block)
  const isToCome = text === '' && /^(text|thinking)$/.test(textAt(block, 'type') ?? '')
  return { ...EMPTY, hasOutput: !isToCome, text }
}

const textOfDelta = (delta: unknown): string => textAt(delta, 'partial_json') ?? wordsOf(delta)

const encoder = new TextEncoder()

/** Follows the events of a message. Its figures come in two of them. */
export class MessageTap implements WireTap {
  readonly words = /"(?:text|thinking|partial_json)": ?"/
  readonly #tools: ServerToolCounter
  #usage: JsonObject = {}

  constructor({ body }: Pick<WireCall, 'body'>) {
    this.#tools = new ServerToolCounter(isCodeSold(body))
  }

  read = (event: JsonObject): WireSummary => {
    switch (textAt(event, 'type')) {
      case 'message_start':
        return this.#note(objectAt(objectAt(event, 'message'), 'usage'))
      case 'message_delta':
        return this.#note(objectAt(event, 'usage'))
      case 'content_block_start':
        this.#tools.note(event['content_block'])
        return begunBlock(event['content_block'])
      case 'content_block_delta':
        return { ...EMPTY, hasOutput: true, text: textOfDelta(event['delta']) }
      case 'message_stop':
        // An answer may be empty and yet be one.
        return { ...EMPTY, hasOutput: true, hasFinished: true }
      case 'error':
      case undefined:
        return { ...EMPTY, error: objectAt(event, 'error') ?? event }
      default:
        return EMPTY
    }
  }

  calls = (): ToolCallCounts | undefined => this.#tools.counts()
  failure = (error: WireError): Uint8Array => encoder.encode(errorEvent(error))

  #note(usage: JsonObject | undefined): WireSummary {
    this.#usage = mergeUsage(this.#usage, usage)
    return usage === undefined ? EMPTY : { ...EMPTY, usage: withCalls(usageFromClaude(this.#usage), this.calls()) }
  }
}
