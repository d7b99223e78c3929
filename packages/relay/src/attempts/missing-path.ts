import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { Attempt, FailedAttempt } from '../stage-types.ts'

/** A model that is not there is missing on either path. */
export const isPathMissing = ({ status, body }: FailedAttempt): boolean =>
  (status === 404 || status === 405) && textAt(objectAt(parseJson(body), 'error'), 'code') !== 'model_not_found'

/** The same attempt in the way that the provider has for servers without the path; undefined where there is none. */
export const otherWay = (failure: FailedAttempt, call: ChatCall, attempt: Attempt): Attempt | undefined => {
  const chat = isPathMissing(failure) ? attempt.provider.chat?.otherwise?.(call, attempt.channel) : undefined
  return chat && { ...attempt, provider: { ...attempt.provider, chat } }
}
