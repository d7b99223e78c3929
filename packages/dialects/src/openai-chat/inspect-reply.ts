import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ReplySummary } from '../model/reply-summary.ts'
import { reportedTierIn } from '../service-tier.ts'
import { chatUsageFromWire, withCachedBeside } from './usage.ts'

const EMPTY_SUMMARY: ReplySummary = { usage: undefined, hasFinished: false, hasChoices: false, error: undefined, text: '' }

const toolCallText = (message: JsonObject): string => {
  let text = ''
  for (const call of arrayAt(message, 'tool_calls')) {
    const fn = objectAt(call, 'function')
    text += (textAt(fn, 'name') ?? '') + (textAt(fn, 'arguments') ?? '')
  }
  return text
}

const producedText = (choice: unknown): string => {
  const message = objectAt(choice, 'delta') ?? objectAt(choice, 'message')
  if (message === undefined) return textAt(choice, 'text') ?? ''
  const content = textAt(message, 'content') ?? ''
  const reasoning = textAt(message, 'reasoning_content') ?? textAt(message, 'reasoning') ?? ''
  const spoken = textAt(objectAt(message, 'audio'), 'transcript') ?? ''
  return reasoning + content + (textAt(message, 'refusal') ?? '') + spoken + toolCallText(message)
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 0 || value === '0' || value === false

/** Some servers put an error that says nothing, or has the code 0, beside every good answer. Where there is no answer, any error counts. */
const isError = (error: JsonObject, hasAnswer: boolean): boolean => {
  if (!hasAnswer) return true
  const isFine = error['code'] === 0 || error['code'] === '0'
  return !isFine && Object.values(error).some((value) => !isNothing(value))
}

/**
 * Errors that are no object of that name: a sentence in its place, or an object that is nothing else. Every chunk and every reply has
 * choices, be they none.
 */
const bareErrorIn = (json: JsonObject): JsonObject | undefined => {
  const { error, object, message, type, code } = json
  if (typeof error === 'string' && error !== '') return { message: error, ...(code !== undefined && { code }) }
  const isBare = object === 'error' || (!Array.isArray(json['choices']) && typeof message === 'string' && !isNothing(code))
  return isBare ? { message, type, code } : undefined
}

/** The error that a whole reply or a chunk tells of. */
export const errorIn = (json: unknown, hasAnswer = arrayAt(json, 'choices').length > 0): JsonObject | undefined => {
  const error = objectAt(json, 'error') ?? (hasAnswer || !isObject(json) ? undefined : bareErrorIn(json))
  return error !== undefined && isError(error, hasAnswer) ? error : undefined
}

/** Some tell the figures of a stream beside its finish, or only there what of the prompt came from a cache. */
const usageIn = (json: JsonObject, choice: unknown): JsonObject | undefined => {
  const [usage, beside] = [objectAt(json, 'usage'), objectAt(choice, 'usage')]
  return usage && beside ? withCachedBeside(usage, beside) : (usage ?? beside)
}

/** Reads a whole reply or one chunk; both have the same outline on this wire. */
export const inspectReply = (json: unknown): ReplySummary => {
  if (!isObject(json)) return EMPTY_SUMMARY
  const choices = arrayAt(json, 'choices')
  const usage = usageIn(json, choices[0])
  return {
    usage: usage && chatUsageFromWire(usage),
    tier: reportedTierIn(json),
    hasFinished: choices.some((choice) => textAt(choice, 'finish_reason') !== undefined),
    hasChoices: choices.length > 0,
    error: errorIn(json),
    text: choices.map(producedText).join(''),
  }
}

export const inspectReplyText = (text: string): ReplySummary => inspectReply(parseJson(text))
