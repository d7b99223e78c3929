import { isDeepStrictEqual } from 'node:util'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatCapability } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import type { ChannelTarget } from '@weir/dialects/model/upstream'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'

/** What becomes of something a caller asks for. `ignored` must not happen: it would be lost and nobody told. */
export type Outcome = 'passed' | 'translated' | 'refused' | 'dropped' | 'ignored'

export interface Probe {
  readonly title: string
  /** The name under which it is reported as dropped. */
  readonly field: string
  /** What is asked for beside the model and a question. */
  readonly asked: JsonObject
  /** What must be there for it to be asked; compared with. */
  readonly beside?: JsonObject
  /** The piece of JSON that is found in the request where it passes as it is. Absent: the field and its value. */
  readonly piece?: unknown
}

const QUESTION = { messages: [{ role: 'user', content: 'hello' }] }
export const PROBE_CONTEXT = { now: 1_767_225_600_000, nonce: () => '0123456789abcdef0123456789abcdef', accessToken: 'token' }

const callOf = (body: JsonObject): ChatCall => {
  const parsed = parseChatCall(JSON.stringify(body))
  if (!parsed.ok) throw new Error(`the probe is refused at the door: ${parsed.problem.en}`)
  return parsed.call
}

export interface Served {
  readonly chat: ChatCapability
  readonly model: string
  readonly target: ChannelTarget
}

const bodyOf = ({ chat, target }: Served, call: ChatCall): string => {
  const { body } = chat.encode(call, target, PROBE_CONTEXT)
  if (typeof body !== 'string') throw new Error('a chat is not sent as a form')
  return body
}

const isRefused = (served: Served, call: ChatCall): boolean => {
  try {
    bodyOf(served, call)
    return false
  } catch (error) {
    if (error instanceof UnsupportedInput) return true
    throw error
  }
}

const pieceOf = ({ field, asked, piece }: Probe): string =>
  piece === undefined ? `${JSON.stringify(field)}:${JSON.stringify(asked[field])}` : JSON.stringify(piece)

/** What becomes of one thing with one provider, found out by asking. */
export const outcomeOf = (served: Served, probe: Probe): Outcome => {
  const { chat, model, target } = served
  const [call, without] = [callOf({ model, ...QUESTION, ...probe.beside, ...probe.asked }), callOf({ model, ...QUESTION, ...probe.beside })]
  if (isRefused(served, call)) return 'refused'
  if ([...call.dropped, ...(chat.dropped?.(call, target) ?? [])].includes(probe.field)) return 'dropped'
  const body = bodyOf(served, call)
  if (body.includes(pieceOf(probe))) return 'passed'
  return isDeepStrictEqual(parseJson(body), parseJson(bodyOf(served, without))) ? 'ignored' : 'translated'
}
