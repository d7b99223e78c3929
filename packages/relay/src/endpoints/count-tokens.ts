import { parseJson } from '@weir/dialects/json'
import type { TokenCounting, WireCall } from '@weir/dialects/model/caller-wire'
import { mappedModel } from '@weir/dialects/model/upstream'
import { promptTextOf } from '@weir/dialects/openai-chat/prompt-text'
import { counterFor } from '../attempts/estimate-usage.ts'
import { ownWireOf } from '../own-wire.ts'
import type { Channel, Ports } from '../ports.ts'
import { RelayRefusal } from '../refusal.ts'
import { replyOfFailure, type RelayReply } from '../reply.ts'
import { failedAttempt, type Attempted, type Caller, type RequestKind, type Routed } from '../stage-types.ts'
import { ticketOf } from '../stages/admit.ts'
import { exchange } from '../stages/exchange.ts'
import { route } from '../stages/route.ts'
import { hiddenOn } from '../upstream/channel-request.ts'
import { patienceWithBody } from '../upstream/patience.ts'
import { readBody } from '../upstream/read-body.ts'
import { callUpstream } from '../upstream/upstream-call.ts'
import type { WireInput } from './inputs.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const decoder = new TextDecoder()

/** Upstream's own count. It costs nothing, there and here. */
const countingKind = (call: WireCall, counting: TokenCounting): RequestKind => ({
  model: call.model,
  isStream: false,
  estimate: { promptTokens: 0, maxOutputTokens: 0, choices: 1 },
  asked: call,
  isSupportedBy: (provider) => provider.chat !== undefined,
  isServedAsIs: (provider, channel) => ownWireOf(provider, channel, call)?.countTokens !== undefined,
  dropped: () => [],
  attempt: async (attempt, ports): Promise<Attempted> => {
    const encode = ownWireOf(attempt.provider, attempt.channel, call)?.countTokens
    if (encode === undefined) return failedAttempt('not-found')
    const result = await callUpstream({ encode: encode.bind(undefined, call), follow: undefined, isStream: false }, attempt, ports)
    if (!result.ok) return result.failure
    const bytes = await readBody(result.reply, ports.settings().maxReplyBytes, patienceWithBody(attempt.link, ports))
    const tokens = counting.readCount(parseJson(decoder.decode(bytes)))
    if (tokens === undefined) return failedAttempt('broken')
    attempt.link.finish()
    const none = () => Promise.reject(new Error('a count has no usage'))
    const body = counting.renderCount(tokens)
    return { kind: 'whole', headers: result.reply.headers, contentType: JSON_TYPE, body, produced: { usage: undefined, estimate: none } }
  },
})

interface Asked {
  readonly input: WireInput
  readonly call: WireCall
  readonly counting: TokenCounting
  readonly ports: Ports
}

const estimated = async ({ call, counting, ports }: Asked, channel: Channel | undefined): Promise<RelayReply> => {
  const model = mappedModel(call.model, channel?.modelMapping ?? {})
  const tokens = await counterFor(ports)(model, promptTextOf(call.prompt))
  return { status: 200, headers: { 'content-type': JSON_TYPE, 'x-weir-estimate': 'true' }, body: counting.renderCount(tokens) }
}

/** Asks an upstream that counts itself; where there is none, or none that answers, it is counted here. */
const countedBy = async (routed: Routed, asked: Asked): Promise<RelayReply> => {
  const { input, ports } = asked
  // A count for another model would be none for the one that was asked for.
  const [course] = routed.courses
  if (course === undefined) return await estimated(asked, undefined)
  const { kind } = course
  const counts = (channel: Channel): boolean => {
    const provider = ports.providerFor(channel.type)
    return provider !== undefined && kind.isServedAsIs?.(provider, channel) === true
  }
  const candidates = course.candidates.filter(counts)
  if (candidates.length === 0) return await estimated(asked, course.candidates[0])
  const { result, channel } = await exchange({ ...routed, courses: [{ kind, candidates }] }, { input, ports, prices: new Map() })
  if (result.kind === 'whole') return { status: 200, headers: { 'content-type': JSON_TYPE }, body: result.body }
  if (result.kind !== 'failed' || result.fault !== 'bad-request') return await estimated(asked, channel)
  return replyOfFailure(result, { ...input, hidden: hiddenOn(channel), model: kind.model, now: ports.clock() })
}

/**
 * A count comes in no time and under limits of its own: it says nothing of how fast or whether the channel answers, and must not take the
 * try that a channel gets after its rest. That a key is refused, it does say.
 */
const apart = (ports: Ports): Ports => ({
  ...ports,
  firstBytes: { ...ports.firstBytes, record: () => undefined },
  circuits: { ...ports.circuits, isOpen: (channelId, model) => ports.circuits.isResting(channelId, model), record: () => undefined },
})

/** Counts the tokens of a call without answering it. Free, but under the caller's limits like every request. */
export const relayCount = async (input: WireInput, caller: Caller, given: Ports): Promise<RelayReply> => {
  const ports = apart(given)
  const { wire, rawBody, headers, asked } = input
  const { counting } = wire
  if (counting === undefined) throw new RelayRefusal('not-supported', { params: { path: wire.id } })
  const parsed = counting.parseCall({ rawBody, headers, ...(asked && { address: asked }) })
  if (!parsed.ok) throw new RelayRefusal('invalid-request', { problem: parsed.problem, param: parsed.problem.param })
  const kind = countingKind(parsed.call, counting)
  const routed = route({ caller, kind, pool: await ports.pool.snapshot(), ports })
  const ticket = ticketOf(await ports.limits.take(caller, 0))
  try {
    const reply = await countedBy(routed, { input, call: parsed.call, counting, ports })
    const limits = input.envelope.limitHeaders({ ...ticket.remaining, now: ports.clock() })
    return { ...reply, headers: { ...reply.headers, ...limits } }
  } finally {
    ticket.release(0)
  }
}
