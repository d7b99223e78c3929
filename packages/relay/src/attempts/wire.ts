import { searchFieldIn } from '@weir/dialects/hosted-tools/search-fields'
import { plainChatOf, type PlainChat } from '@weir/dialects/chat-extensions/plain-chat'
import { withPlainNames, type NamedChat } from '@weir/dialects/chat-extensions/plain-names'
import { textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { CallerWire, ToolOffer, WireAddress, WireCall, WireReplyMeta } from '@weir/dialects/model/caller-wire'
import type { ChatCapability, WireCapability } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { SEARCH_OPTIONS } from '@weir/dialects/hosted-tools/search-options'
import { unpricedTool } from '@weir/dialects/hosted-tools/unpriced-tool'
import { mappedModel, type ChannelTarget } from '@weir/dialects/model/upstream'
import { approximateTokens } from '@weir/dialects/model/usage'
import type { Effort } from '@weir/dialects/openai-chat/read-options'
import { askedTierIn } from '@weir/dialects/service-tier'
import { chatWireName, ownWireOf } from '../own-wire.ts'
import type { AttemptPorts, Channel, Ports, UpstreamReply } from '../ports.ts'
import { withEffort } from '../routing/effort-suffix.ts'
import { failedAttempt, type Attempt, type Attempted, type Caller, type RequestKind, type ToolFees } from '../stage-types.ts'
import { overlaidFigures } from '../charging/overlaid.ts'
import { callOn } from '../upstream/channel-request.ts'
import { callUpstream, type CallPlan } from '../upstream/upstream-call.ts'
import { judgedChatWire } from '../upstream/told-failure.ts'
import { SEARCH_FEES, assumedSearches, holdEitherFee } from './asked-search.ts'
import { answersOf, type CallAnswers } from './call-answers.ts'
import { EVENT_STREAM, chatPlan, nativeReply } from './native-reply.ts'
import { inOtherWay, isPathMissing, otherWay, withoutWire } from './missing-path.ts'
import { passWire } from './pass-wire.ts'

interface Asking {
  readonly wire: CallerWire
  readonly call: WireCall
  readonly attempt: Attempt
  readonly ports: AttemptPorts
  readonly answers: CallAnswers
  readonly keep: WireOrigin['keep']
}

const metaOf = ({ call, attempt, ports }: Asking): WireReplyMeta => ({
  id: attempt.requestId,
  created: Math.floor(ports.clock() / 1000),
  model: call.model,
  body: call.body,
  estimatedInput: approximateTokens(call.promptBytes),
  earlier: call.earlier,
})

/** The call as it is sent, and how its answer is read. */
const spoken = (chat: ChatCapability, call: ChatCall, { channel, provider }: Attempt): NamedChat => {
  const wire = chat.wireFor?.(call, channel) ?? chat.wire
  if (wire.kind === 'native') return { call, wire }
  return withPlainNames({ call, wire: judgedChatWire(wire, provider) })
}

/** Clients of Anthropic's wire must name a limit, and name one that fits its models. Others refuse a call that asks for more than they can say. */
const withinLimit = (call: ChatCall, limit = Infinity): ChatCall => {
  if (call.maxOutputTokens === undefined || call.maxOutputTokens <= limit) return call
  const body = { ...call.body, max_completion_tokens: limit }
  return { ...call, maxOutputTokens: limit, body, rawBody: JSON.stringify(body) }
}

/** The call as a chat that upstream reads, and what had to be left out for it. Undefined where a chat cannot say it. */
const chatFor = (call: WireCall, chat: ChatCapability | undefined, channel: ChannelTarget): PlainChat | undefined => {
  if (chat === undefined || call.chat instanceof UnsupportedInput) return undefined
  const wire = chat.wireFor?.(call.chat, channel) ?? chat.wire
  return wire.kind === 'same' ? plainChatOf(call.chat, chat.extensions ?? []) : { call: call.chat, dropped: [] }
}

interface ChatAnswer {
  readonly reply: UpstreamReply
  readonly asking: Asking
  /** As it was sent. */
  readonly sent: NamedChat
  readonly model: string
  readonly searches: ReturnType<typeof assumedSearches>
}

/** The answer to the chat in the caller's wire, kept where the caller asked for that. */
const answerInWire = async ({ reply, asking, sent, model, searches }: ChatAnswer): Promise<Attempted> => {
  const { wire, call, attempt, ports, keep } = asking
  let answer: JsonObject | undefined
  const meta = keep === undefined ? metaOf(asking) : { ...metaOf(asking), keep: (whole: JsonObject) => void (answer = whole) }
  const attempted = await nativeReply(reply, sent.wire, {
    call: sent.call,
    asked: call,
    attempt,
    model,
    ports,
    searches,
    format: {
      whole: (whole) => wire.renderReply(whole, meta),
      renderer: () => wire.openWriter(meta, call),
      streamType: call.streamType ?? EVENT_STREAM,
    },
  })
  if (keep === undefined || (attempted.kind !== 'whole' && attempted.kind !== 'stream')) return attempted
  return { ...attempted, keep: () => (answer === undefined ? Promise.resolve() : keep(textAt(answer, 'id') ?? '', answer)) }
}

/** The call as a chat, for upstreams that do not serve the wire. */
const askAsChat = async (asking: Asking): Promise<Attempted> => {
  const { call, attempt, ports } = asking
  const { chat } = attempt.provider
  if (chat === undefined) return failedAttempt('not-found')
  if (call.chat instanceof UnsupportedInput) throw call.chat
  const model = mappedModel(call.model, attempt.channel.modelMapping)
  const asked = withinLimit(chatFor(call, chat, attempt.channel)?.call ?? call.chat, ports.modelLimits(model)?.maxOutput)
  const sent = spoken(chat, asked, attempt)
  const searches = assumedSearches(searchFieldIn(sent.call.body), { model, fees: attempt.fees, isTold: chat.tellsSearches === true })
  const result = await callUpstream(chatPlan(chat, sent.call), attempt, ports)
  if (result.ok) return await answerInWire({ reply: result.reply, asking, sent, model, searches })
  const other = otherWay(result.failure, sent.call, attempt)
  return other === undefined ? result.failure : await inOtherWay(other.provider, askAsChat({ ...asking, attempt: other }))
}

/** A search that this channel does not offer is named as the caller named it. */
const inCallersWords = async ({ wire, call, attempt: { fees } }: Asking, asked: Promise<Attempted>): Promise<Attempted> => {
  try {
    return await asked
  } catch (error) {
    const search = wire.hostedTools?.searchIn?.(call.body)
    if (!(error instanceof UnsupportedInput) || error.param !== SEARCH_OPTIONS || search === undefined) throw error
    const isPriced = SEARCH_FEES.some((kind) => fees?.[kind] !== undefined)
    throw isPriced ? new UnsupportedInput(search.param, error.message) : unpricedTool(search.param, search.name, SEARCH_FEES)
  }
}

const withBody = (call: WireCall, body: JsonObject): WireCall =>
  body === call.body ? call : { ...call, body, rawBody: JSON.stringify(body) }

/** Upstream serves the wire itself. */
const askAsItIs = async (asking: Asking, served: WireCapability, offer: ToolOffer): Promise<Attempted> => {
  const { wire, call, attempt, ports, answers } = asking
  const body = answers.bodyOf(wire.hostedTools?.sold(call.body, offer) ?? call.body)
  const sent = withBody(call, body)
  const plan: CallPlan = {
    encode: (channel, context) => callOn(channel, served.encode(sent, channel, context)),
    follow: undefined,
    isStream: call.isStream,
  }
  const result = await callUpstream(plan, attempt, ports)
  if (result.ok) return await passWire(result.reply, { ...asking, served, rename: answers.renameOn(attempt.channel) })
  const failure = answers.failureOf(result.failure)
  if (served.mayBeMissing !== true || !isPathMissing(failure)) return failure
  const translated: Asking = { ...asking, attempt: withoutWire(attempt, wire.id) }
  return await inOtherWay(translated.attempt.provider, inCallersWords(translated, askAsChat(translated)))
}

/** Where a call comes from, and what is known of its model. */
export interface WireOrigin extends Pick<Caller, 'userId'>, Pick<Ports, 'answerIds' | 'modelLimits'> {
  readonly address?: WireAddress | undefined
  /** Keeps an answer of an upstream that keeps none; absent where none is kept. */
  readonly keep?: ((id: string, answer: JsonObject) => Promise<void>) | undefined
}

interface Renaming {
  readonly model: string
  readonly effort: Effort | undefined
  readonly origin: WireOrigin
}

/** Read anew, because the chat that other upstreams are asked by is made from the body. */
const renamedWire = (wire: CallerWire, call: WireCall, { model, effort, origin }: Renaming): RequestKind | undefined => {
  const asked = effort === undefined ? call.body : withEffort(wire.id, call.body, { ...call, model, effort })
  const body = call.body['model'] === undefined ? asked : { ...asked, model }
  const address = origin.address && { ...origin.address, model }
  const parsed = wire.parseCall({ rawBody: JSON.stringify(body), headers: call.headers, ...(address && { address }) })
  return parsed.ok
    ? wireRequest(wire, { ...parsed.call, ...(call.earlier && { earlier: call.earlier }), dropped: call.dropped }, { ...origin, address })
    : undefined
}

/** A call on a wire other than chat as a kind of request. */
export const wireRequest = (wire: CallerWire, call: WireCall, origin: WireOrigin): RequestKind => {
  const { hostedTools } = wire
  const answers = answersOf(wire, call, origin)
  const offerOn = (channel: ChannelTarget, fees: ToolFees): ToolOffer => ({
    sells: (kind) => fees?.[kind] !== undefined,
    isReasoning: origin.modelLimits(mappedModel(call.model, channel.modelMapping))?.isReasoning === true,
  })
  const droppedAsItIs = (served: WireCapability, channel: Channel, fees: ToolFees): readonly string[] => [
    ...(served.dropped?.(call, channel) ?? []),
    ...(hostedTools?.unsold(call.body, offerOn(channel, fees)) ?? []),
  ]
  return {
    model: call.model,
    isStream: call.isStream,
    estimate: {
      promptTokens: approximateTokens(call.promptBytes),
      maxOutputTokens: call.maxOutputTokens,
      choices: call.choices ?? 1,
      calls: holdEitherFee(hostedTools?.kindsIn(call.body) ?? {}),
    },
    tier: call.tier ?? askedTierIn(call.body),
    ...(wire.tierParam !== undefined && { tierParam: wire.tierParam }),
    asked: call,
    conversation: call.body,
    renamed: (model, effort) => renamedWire(wire, call, { model, effort, origin }),
    overlaid: overlaidFigures,
    isSupportedBy: (provider) => provider.chat !== undefined,
    wire: wire.id,
    wireOn: (provider, channel) => {
      if (ownWireOf(provider, channel, call) !== undefined) return wire.id
      return call.chat instanceof UnsupportedInput ? 'chat' : chatWireName(provider, call.chat, channel)
    },
    ...(answers.keeper && { keeper: answers.keeper }),
    isServedAsIs: (provider, channel) => ownWireOf(provider, channel, call) !== undefined,
    dropped: (provider, channel, fees) => {
      const served = ownWireOf(provider, channel, call)
      if (served !== undefined) return [...call.dropped, ...droppedAsItIs(served, channel, fees)]
      const plain = chatFor(call, provider.chat, channel)
      if (plain === undefined) return call.dropped
      return [
        ...call.dropped,
        ...wire.droppedFromChat(call.body),
        ...plain.dropped,
        ...(provider.chat?.dropped?.(plain.call, channel) ?? []),
      ]
    },
    attempt: async (attempt, ports) => {
      const asking: Asking = { wire, call, attempt, ports, answers, keep: origin.keep }
      const served = ownWireOf(attempt.provider, attempt.channel, call)
      if (served === undefined) return await inCallersWords(asking, askAsChat(asking))
      return await askAsItIs(asking, served, offerOn(attempt.channel, attempt.fees))
    },
  }
}
