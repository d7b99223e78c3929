import { parseJson } from '@weir/dialects/json'
import type { EmbeddingCall, WireEmbeddings } from '@weir/dialects/model/caller-wire'
import { parseJsonTask } from '@weir/dialects/openai-tasks/parse-task'
import { taskRequest } from '../attempts/task.ts'
import type { Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { relayRequest } from '../relay.ts'
import type { RelayReply } from '../reply.ts'
import { failedAttempt, type Attempted, type Caller, type RequestKind } from '../stage-types.ts'
import type { WireInput } from './inputs.ts'

const decoder = new TextDecoder()

const textOf = (body: string | Uint8Array): string => (typeof body === 'string' ? body : decoder.decode(body))

/** The reply in the caller's words. Without a vector for every text it is none, and another channel may answer. */
const inWireOf = (wire: WireEmbeddings, call: EmbeddingCall, result: Attempted): Attempted => {
  if (result.kind !== 'whole') return result
  const body = wire.renderReply(parseJson(textOf(result.body)), call)
  return body === undefined ? failedAttempt('broken') : { ...result, contentType: 'application/json; charset=utf-8', body }
}

const kindOf = (wire: WireEmbeddings, call: EmbeddingCall): RequestKind => {
  const parsed = parseJsonTask('embeddings', JSON.stringify(call.body), undefined)
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  const task = taskRequest({ ...parsed.value, dropped: [...parsed.value.dropped, ...call.dropped] })
  return { ...task, attempt: async (attempt, ports) => inWireOf(wire, call, await task.attempt(attempt, ports)) }
}

/** Vectors on a wire that asks for them in its own way, from every provider that has embeddings. */
export const relayEmbeddings = (input: WireInput, caller: Caller, ports: Ports): Promise<RelayReply> => {
  const startedAt = ports.clock()
  const { wire, rawBody, headers, asked } = input
  if (wire.embeddings === undefined) throw new RelayRefusal('not-supported', { params: { path: wire.id } })
  const parsed = wire.embeddings.parseCall({ rawBody, headers, ...(asked && { address: asked }) })
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  return relayRequest(kindOf(wire.embeddings, parsed.call), caller, { input, ports, startedAt })
}
