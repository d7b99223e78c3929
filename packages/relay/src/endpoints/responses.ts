import { parseResponsesCall } from '@weir/dialects/openai-responses/parse-call'
import { responsesRequest } from '../attempts/responses.ts'
import type { Caller, TextInput } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'

/** One request to OpenAI's Responses endpoint, from its bytes to the reply. */
export const relayResponses = (input: TextInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const parsed = parseResponsesCall(input.rawBody)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  return relayRequest(responsesRequest(parsed.call), caller, { input, ports, startedAt })
}
