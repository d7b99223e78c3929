import { objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { ChatCapability, Provider } from '@weir/dialects/model/provider'
import type { Attempt, Attempted, FailedAttempt } from '../stage-types.ts'
import { avoidableRefusalIn } from './avoidable-refusal.ts'

/** A model that is not there is missing on either path. */
export const isPathMissing = ({ status, body }: FailedAttempt): boolean =>
  (status === 404 || status === 405) && textAt(objectAt(parseJson(body), 'error'), 'code') !== 'model_not_found'

const chatInstead = (failure: FailedAttempt, call: ChatCall, { provider, channel }: Attempt): ChatCapability | undefined => {
  const missing = isPathMissing(failure) ? provider.chat?.otherwise?.(call, channel) : undefined
  const refusal = missing === undefined ? avoidableRefusalIn(failure) : undefined
  return refusal === undefined ? missing : provider.chat?.instead?.(call, channel, refusal)
}

/** The same attempt in the way that the provider has for servers without the path, or for what upstream refuses; undefined where there is none. */
export const otherWay = (failure: FailedAttempt, call: ChatCall, attempt: Attempt): Attempt | undefined => {
  const chat = chatInstead(failure, call, attempt)
  return chat && { ...attempt, provider: { ...attempt.provider, chat } }
}

/** The same attempt on a server that turned out not to serve the wire. */
export const withoutWire = (attempt: Attempt, id: WireId): Attempt => {
  const { [id]: _, ...wires } = attempt.provider.wires ?? {}
  return { ...attempt, provider: { ...attempt.provider, wires } }
}

/** What came of another way than the first: it leaves out other fields, and may be another wire. */
export const inOtherWay = async (askedOf: Provider, asked: Promise<Attempted>): Promise<Attempted> => {
  const result = await asked
  return result.kind === 'caller-left' ? result : { askedOf, ...result }
}
