import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { Usage } from '../model/usage.ts'
import { usageFromWire } from './usage.ts'

/** What the line must know of a reply it passes on untouched. */
export interface ReplyFacts {
  readonly usage: Usage | undefined
  readonly hasFinished: boolean
  readonly hasChoices: boolean
  /** The upstream's error object inside a 200 reply or a stream. */
  readonly error: JsonObject | undefined
  /** Bytes of produced text, for an estimate when no usage is reported. The text itself is not kept. */
  readonly textBytes: number
}

export const NO_FACTS: ReplyFacts = { usage: undefined, hasFinished: false, hasChoices: false, error: undefined, textBytes: 0 }

const byteLength = (text: string | undefined): number => (text === undefined ? 0 : Buffer.byteLength(text))

const toolCallBytes = (message: JsonObject): number =>
  arrayAt(message, 'tool_calls').reduce<number>((sum, call) => {
    const fn = objectAt(call, 'function')
    return sum + byteLength(textAt(fn, 'name')) + byteLength(textAt(fn, 'arguments'))
  }, 0)

const producedBytes = (choice: unknown): number => {
  const message = objectAt(choice, 'delta') ?? objectAt(choice, 'message')
  if (message === undefined) return byteLength(textAt(choice, 'text'))
  const text =
    byteLength(textAt(message, 'content')) + byteLength(textAt(message, 'reasoning_content')) + byteLength(textAt(message, 'refusal'))
  return text + toolCallBytes(message)
}

/** Reads a whole reply or one chunk; both have the same outline on this wire. */
export const factsOf = (json: unknown): ReplyFacts => {
  if (!isObject(json)) return NO_FACTS
  const choices = arrayAt(json, 'choices')
  const usage = objectAt(json, 'usage')
  return {
    usage: usage && usageFromWire(usage),
    hasFinished: choices.some((choice) => textAt(choice, 'finish_reason') !== undefined),
    hasChoices: choices.length > 0,
    error: objectAt(json, 'error'),
    textBytes: choices.reduce<number>((sum, choice) => sum + producedBytes(choice), 0),
  }
}

export const factsOfText = (text: string): ReplyFacts => factsOf(parseJson(text))
