import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { AvoidableRefusal } from '@weir/dialects/model/provider'
import type { FailedAttempt } from '../stage-types.ts'
import { upstreamWords } from '../upstream/upstream-message.ts'

const STATUSES: ReadonlySet<number | undefined> = new Set([400, 404, 422])

/** OpenAI tells of a chat that belongs elsewhere in a sentence that names both of its endpoints. */
const BOTH_ENDPOINTS = [/\bv1\/chat\/completions\b/, /\bv1\/responses\b/]

/**
 * Why upstream refused a call that it may take in another way. These are words that a caller might provoke: whoever does is asked for once
 * more, and nothing else is decided by them.
 */
export const avoidableRefusalIn = ({ status, body }: FailedAttempt): AvoidableRefusal | undefined => {
  if (!STATUSES.has(status)) return undefined
  if (textAt(objectAt(parseJson(body), 'error'), 'code') === 'invalid_encrypted_content') return 'unreadable-thoughts'
  // Some name the field in the sentence, some beside it.
  if (body.includes('stream_options')) return 'stream-options'
  const words = upstreamWords(body) ?? ''
  if (words.endsWith('does not support thinking')) return 'no-thinking'
  return BOTH_ENDPOINTS.every((endpoint) => endpoint.test(words)) ? 'other-endpoint' : undefined
}
