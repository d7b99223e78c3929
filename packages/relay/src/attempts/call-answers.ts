import { objectAt, parseJson, type JsonObject } from '@weir/dialects/json'
import type { CallerWire, WireCall } from '@weir/dialects/model/caller-wire'
import type { Channel, Ports } from '../ports.ts'
import type { Caller, FailedAttempt, RequestKind } from '../stage-types.ts'
import { answerNotFound, renameAnswers, type RenameAnswers } from './answer-names.ts'

/** What a call has to do with answers that upstream keeps. */
export interface CallAnswers {
  readonly keeper?: NonNullable<RequestKind['keeper']>
  /** The body as upstream knows the earlier answer. Refuses a name that opens nothing. */
  readonly bodyOf: (body: JsonObject) => JsonObject
  readonly renameOn: (channel: Channel) => RenameAnswers
  readonly failureOf: (failure: FailedAttempt) => FailedAttempt
}

const NO_ANSWERS: CallAnswers = { bodyOf: (body) => body, renameOn: () => (text) => text, failureOf: (failure) => failure }

export const answersOf = (
  { keptAnswers: kept }: CallerWire,
  call: WireCall,
  { userId, answerIds }: Pick<Caller, 'userId'> & Pick<Ports, 'answerIds'>,
): CallAnswers => {
  if (kept === undefined) return NO_ANSWERS
  const name = kept.earlierIn(call.body)
  const earlier = name === undefined ? undefined : answerIds.open(name, userId)
  const renameOn: CallAnswers['renameOn'] = ({ id: channelId, keyId }) =>
    renameAnswers({
      kept,
      known: new Map(earlier !== undefined && name !== undefined ? [[earlier.upstreamId, name]] : []),
      nameOf: (upstreamId) => answerIds.seal({ channelId, keyId, model: call.model, upstreamId }, userId),
    })
  if (name === undefined) return { ...NO_ANSWERS, renameOn }
  const refusal = () => answerNotFound(name, kept.param)
  if (earlier === undefined)
    return {
      ...NO_ANSWERS,
      renameOn,
      bodyOf: () => {
        throw refusal()
      },
    }
  return {
    keeper: { channelId: earlier.channelId, keyId: earlier.keyId, refusal },
    renameOn,
    bodyOf: (body) => kept.withEarlier(body, earlier.upstreamId),
    failureOf: (failure) => {
      if (kept.isMissing(objectAt(parseJson(failure.body), 'error'))) throw refusal()
      return { ...failure, body: failure.body.replaceAll(earlier.upstreamId, name) }
    },
  }
}
