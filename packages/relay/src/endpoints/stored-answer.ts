import type { JsonObject } from '@weir/dialects/json'
import type { AnswerStorage, WireCall } from '@weir/dialects/model/caller-wire'
import { answerNotFound } from '../attempts/answer-names.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import type { RelayReply } from '../reply.ts'
import { ticketOf } from '../stages/admit.ts'
import type { Caller } from '../stage-types.ts'
import type { StoredAnswer } from '../stored-answers.ts'
import { withKeptItems } from './kept-items.ts'
import type { KeptAnswerInput } from './inputs.ts'
import type { WireInput } from './inputs.ts'

interface Asking {
  readonly input: WireInput
  readonly caller: Caller
  readonly ports: Ports
}

const NOT_RUNNING = {
  zh: '只有 background 响应可以取消，此响应已经结束',
  en: 'Only a response in the background can be cancelled; this one has ended',
}

/** The body with everything in it that the caller only names. */
const wholeBody = async (
  { body }: WireCall,
  { storage, name, param, caller: { userId }, ports }: Asking & { storage: AnswerStorage; name: string | undefined; param: string },
): Promise<JsonObject> => {
  const filled = await withKeptItems(body, storage.items, (id) => ports.storedAnswers.find(id, userId))
  if (name === undefined) return filled
  const earlier = await ports.storedAnswers.find(name, userId)
  if (earlier === undefined) throw answerNotFound(name, param)
  return storage.continued(filled, earlier)
}

/** The call as if its caller had sent the whole conversation. Undefined where it does not go on from an answer that may be kept here. */
export const continuedCall = (call: WireCall, asking: Asking): Promise<WireCall> | undefined => {
  const { input, caller, ports } = asking
  const { wire, headers } = input
  const { keptAnswers: kept, storage } = wire
  if (kept === undefined || storage === undefined || ports.settings().answerLifetimeMs === 0) return undefined
  const named = kept.earlierIn(call.body)
  const name = named !== undefined && ports.answerIds.open(named, caller.userId) === undefined ? named : undefined
  if (name === undefined && storage.items.referencesIn(call.body).length === 0) return undefined
  return wholeBody(call, { ...asking, storage, name, param: kept.param }).then((body) => {
    const parsed = wire.parseCall({ rawBody: JSON.stringify(body), headers })
    if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
    return { ...parsed.call, dropped: call.dropped, ...(name !== undefined && { earlier: name }) }
  })
}

/** How an answer of this call is kept; undefined where it is not. What cannot be kept is still answered. */
export const keepingOf = (
  call: WireCall,
  { input: { wire, requestId }, caller: { userId }, ports }: Asking,
): ((id: string, response: JsonObject) => Promise<void>) | undefined => {
  const { answerLifetimeMs } = ports.settings()
  const { storage } = wire
  if (answerLifetimeMs === 0 || storage?.mayKeep(call.body) !== true) return undefined
  return async (id, response) => {
    try {
      await ports.storedAnswers.save({ id, userId, input: storage.inputOf(call.body), response }, answerLifetimeMs)
    } catch (error) {
      ports.reportBug(error, requestId)
    }
  }
}

const answerTo = async (
  { method, step, query, id }: KeptAnswerInput,
  answer: StoredAnswer,
  { storage, ports }: { readonly storage: AnswerStorage; readonly ports: Ports },
): Promise<JsonObject> => {
  if (step === '/cancel') throw new RelayRefusal('invalid-request', { problem: NOT_RUNNING })
  if (step === '/input_items') return storage.inputPage(answer, query)
  if (method === 'GET') return answer.response
  if (!(await ports.storedAnswers.remove(id, answer.userId))) throw answerNotFound(id)
  return storage.deleted(id)
}

/** Reads or deletes an answer that is kept here. No upstream is asked, so that there is nothing to charge and no row to write. */
export const storedAnswerReply = async (input: KeptAnswerInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const { storage } = input.wire
  if (storage === undefined || ports.settings().answerLifetimeMs === 0) throw answerNotFound(input.id)
  const ticket = ticketOf(await ports.limits.take(caller, 0))
  try {
    const answer = await ports.storedAnswers.find(input.id, caller.userId)
    if (answer === undefined) throw answerNotFound(input.id)
    const body = JSON.stringify(await answerTo(input, answer, { storage, ports }))
    return { status: 200, headers: { 'content-type': 'application/json; charset=utf-8' }, body }
  } finally {
    ticket.release(0)
  }
}
