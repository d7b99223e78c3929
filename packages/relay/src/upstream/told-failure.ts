import { textAt, type JsonObject } from '@weir/dialects/json'
import type { WireFailure } from '@weir/dialects/model/event'
import { STATUS_OF_ANSWERS } from '@weir/dialects/model/fault'
import type { Provider, SameWire } from '@weir/dialects/model/provider'
import { chatWire } from '@weir/dialects/openai-chat/decode'
import { failedAttempt, type FailedAttempt } from '../stage-types.ts'

/** What a provider makes of an error inside a reply that looked fine. */
type Judge = Pick<Provider, 'classify' | 'refusalCode'>

/** An error that stands in place of an answer. */
export const failedAnswer = ({ classify, refusalCode }: Judge, body: string): FailedAttempt =>
  failedAttempt(classify(STATUS_OF_ANSWERS, body), { body, code: refusalCode?.(STATUS_OF_ANSWERS, body) })

/** The same for a reply whose answer may be a list of none. */
export const failedOrEmpty = (judge: Judge, body: string, isEmpty: boolean): FailedAttempt => {
  const failed = failedAnswer(judge, body)
  // A code may tell of an error without calling it one.
  return isEmpty && failed.fault === 'broken' ? { ...failed, isEmptyAnswer: true } : failed
}

/** An error among the events of a stream. */
export const toldFailure = ({ classify, refusalCode }: Judge, error: JsonObject): WireFailure => {
  const body = JSON.stringify({ error })
  const code = refusalCode?.(STATUS_OF_ANSWERS, body)
  return { fault: classify(STATUS_OF_ANSWERS, body), message: textAt(error, 'message') ?? '', ...(code !== undefined && { code }) }
}

/** A provider's chat as one wire among others. */
export const judgedChatWire = (wire: SameWire, { classify, refusalCode }: Judge): ReturnType<typeof chatWire> =>
  chatWire({
    wire,
    faultOf: (body) => classify(STATUS_OF_ANSWERS, body),
    codeOf: refusalCode && ((body) => refusalCode(STATUS_OF_ANSWERS, body)),
  })
