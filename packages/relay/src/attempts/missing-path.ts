import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { Attempt, FailedAttempt } from '../stage-types.ts'

/** A model that is not there is missing on either path. */
export const isPathMissing = ({ status, body }: FailedAttempt): boolean =>
  (status === 404 || status === 405) && textAt(objectAt(parseJson(body), 'error'), 'code') !== 'model_not_found'

const BOTH_ENDPOINTS = [/\bv1\/chat\/completions\b/, /\bv1\/responses\b/]

/** OpenAI refuses some chats with a sentence that names both of its endpoints. Whoever provokes one is asked for once more, and no more. */
const isSentElsewhere = ({ status, body }: FailedAttempt): boolean => {
  if (status !== 400 && status !== 404) return false
  const words = textAt(objectAt(parseJson(body), 'error'), 'message') ?? ''
  return BOTH_ENDPOINTS.every((endpoint) => endpoint.test(words))
}

/** The same attempt in the way that the provider has for servers without the path, or for chats that belong elsewhere; undefined where there is none. */
export const otherWay = (failure: FailedAttempt, call: ChatCall, attempt: Attempt): Attempt | undefined => {
  const { provider, channel } = attempt
  const missing = isPathMissing(failure) ? provider.chat?.otherwise?.(call, channel) : undefined
  const chat = missing ?? (isSentElsewhere(failure) ? provider.chat?.instead?.(call, channel) : undefined)
  return chat && { ...attempt, provider: { ...provider, chat } }
}
