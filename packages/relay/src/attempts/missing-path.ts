import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { AvoidableRefusal, ChatCapability } from '@weir/dialects/model/provider'
import type { Attempt, FailedAttempt } from '../stage-types.ts'

/** A model that is not there is missing on either path. */
export const isPathMissing = ({ status, body }: FailedAttempt): boolean =>
  (status === 404 || status === 405) && textAt(objectAt(parseJson(body), 'error'), 'code') !== 'model_not_found'

const BOTH_ENDPOINTS = [/\bv1\/chat\/completions\b/, /\bv1\/responses\b/]

/**
 * OpenAI refuses some chats with a sentence that names both of its endpoints, and thoughts of other accounts with a code. Whoever provokes
 * one of them is asked for once more, and no more.
 */
const refusalIn = ({ status, body }: FailedAttempt): AvoidableRefusal | undefined => {
  if (status !== 400 && status !== 404) return undefined
  const error = objectAt(parseJson(body), 'error')
  if (textAt(error, 'code') === 'invalid_encrypted_content') return 'unreadable-thoughts'
  return BOTH_ENDPOINTS.every((endpoint) => endpoint.test(textAt(error, 'message') ?? '')) ? 'other-endpoint' : undefined
}

const chatInstead = (failure: FailedAttempt, call: ChatCall, { provider, channel }: Attempt): ChatCapability | undefined => {
  const missing = isPathMissing(failure) ? provider.chat?.otherwise?.(call, channel) : undefined
  const refusal = missing === undefined ? refusalIn(failure) : undefined
  return refusal === undefined ? missing : provider.chat?.instead?.(call, channel, refusal)
}

/** The same attempt in the way that the provider has for servers without the path, or for what upstream refuses; undefined where there is none. */
export const otherWay = (failure: FailedAttempt, call: ChatCall, attempt: Attempt): Attempt | undefined => {
  const chat = chatInstead(failure, call, attempt)
  return chat && { ...attempt, provider: { ...attempt.provider, chat } }
}
