import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { chatRequest } from '../attempts/chat.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import type { Caller, TextInput } from '../stage-types.ts'

/** One chat request, from its bytes to the reply. */
export const relayChat = (input: TextInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const parsed = parseChatCall(input.rawBody)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  return relayRequest(chatRequest(parsed.call), caller, { input, ports, startedAt })
}
