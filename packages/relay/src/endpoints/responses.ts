import { parseResponsesCall } from '@weir/dialects/openai-responses/parse-call'
import { responsesJob } from '../attempts/responses.ts'
import type { TextInput } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayJob } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import { authenticate } from '../stages/authenticate.ts'

/** One request to OpenAI's Responses endpoint, from its bytes to the reply. */
export const relayResponses = async (input: TextInput, ports: Ports): Promise<RelayReply> => {
  const rawBody = await input.rawBody
  const startedAt = ports.clock()
  const caller = await authenticate(input.authorization, input.address, ports)
  const parsed = parseResponsesCall(rawBody)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  return await relayJob(responsesJob(parsed.call, ports), caller, { input, ports, startedAt })
}
