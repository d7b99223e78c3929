import { isObject, parseJson } from '@weir/dialects/json'
import { parseEditCall } from '@weir/dialects/openai-edits/parse-edit'
import { renderEdit } from '@weir/dialects/openai-edits/render-edit'
import { chatRequest } from '../attempts/chat.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import type { Caller, TextInput } from '../stage-types.ts'

const asEdit = (reply: RelayReply): RelayReply => {
  const { body } = reply
  if (reply.status !== 200 || body instanceof ReadableStream) return reply
  const chat = parseJson(typeof body === 'string' ? body : new TextDecoder().decode(body))
  return isObject(chat) ? { ...reply, body: JSON.stringify(renderEdit(chat)) } : reply
}

/** OpenAI's edits, which scripts of earlier years still send: served and charged as the chat that does the same. */
export const relayEdit = async (input: TextInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const parsed = parseEditCall(input.rawBody)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  return asEdit(await relayRequest(chatRequest(parsed.call), caller, { input, ports, startedAt }))
}
