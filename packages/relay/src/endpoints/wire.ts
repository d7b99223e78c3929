import type { WireCall } from '@weir/dialects/model/caller-wire'
import { wireRequest } from '../attempts/wire.ts'
import type { Caller } from '../stage-types.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import type { WireInput } from './inputs.ts'
import { continuedCall, keepingOf } from './stored-answer.ts'

/** One request on a wire other than chat, from its bytes to the reply. */
export const relayWire = (input: WireInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const { wire, rawBody, headers, asked } = input
  const parsed = wire.parseCall({ rawBody, headers, ...(asked && { address: asked }) })
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  const serve = (call: WireCall): Promise<RelayReply> => {
    const { userId } = caller
    const { modelLimits, answerIds } = ports
    const origin = { address: asked, userId, modelLimits, answerIds, keep: keepingOf(call, { input, caller, ports }) }
    return relayRequest(wireRequest(wire, call, origin), caller, { input, ports, startedAt })
  }
  return continuedCall(parsed.call, { input, caller, ports })?.then(serve) ?? serve(parsed.call)
}
