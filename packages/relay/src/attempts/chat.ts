import { isObject, parseJson } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { AnswerHead, NativeWire, Normalizer, SameWire } from '@weir/dialects/model/provider'
import { searchFieldIn } from '@weir/dialects/hosted-tools/search-fields'
import type { ReplySummary } from '@weir/dialects/model/reply-summary'
import { mappedModel } from '@weir/dialects/model/upstream'
import { approximateTokens, type Usage } from '@weir/dialects/model/usage'
import { askedTierIn } from '@weir/dialects/service-tier'
import { withTier } from '@weir/dialects/model/usage'
import { replyAsStream } from '@weir/dialects/openai-chat/reply-as-stream'
import { renderReply, type ReplyMeta } from '@weir/dialects/openai-chat/render-reply'
import { StreamRenderer } from '@weir/dialects/openai-chat/render-stream'
import type { Effort } from '@weir/dialects/openai-chat/read-options'
import { normalizerOf } from '@weir/dialects/openai-chat/answer/fill-arguments'
import { inspectReply as inspectStandardReply } from '@weir/dialects/openai-chat/inspect-reply'
import { SameWireStream } from '@weir/dialects/openai-chat/same-wire'
import { chatWireName } from '../own-wire.ts'
import { overlaidFigures } from '../charging/overlaid.ts'
import { withCalls } from '../guards/usage-bound.ts'
import { failedAttempt, type Attempt, type Attempted, type RequestKind, type WholeReply } from '../stage-types.ts'
import type { AttemptPorts, UpstreamReply } from '../ports.ts'
import { withEffort } from '../routing/effort-suffix.ts'
import { lookForEvents } from '../upstream/mistyped-stream.ts'
import { patienceWithBody } from '../upstream/patience.ts'
import { readBody } from '../upstream/read-body.ts'
import { failedOrEmpty, judgedChatWire, toldFailure } from '../upstream/told-failure.ts'
import { TextMeter } from '../streams/text-meter.ts'
import { callUpstream, isEventStream, isJson } from '../upstream/upstream-call.ts'
import { assumedSearches, searchesBeside, searchesToHold } from './asked-search.ts'
import { counterFor } from './estimate-usage.ts'
import { inOtherWay, otherWay } from './missing-path.ts'
import { EVENT_STREAM, chatPlan, estimateOf, nativeReply, streamEstimates, type ChatContext, type ReplyFormat } from './native-reply.ts'
import { openStream } from './open-stream.ts'
import { toldModel, underOwnName } from './told-model.ts'

const decoder = new TextDecoder()

interface SameReply {
  readonly reply: UpstreamReply
  readonly wire: SameWire
  readonly context: ChatContext
}

const headOf = ({ attempt, ports }: ChatContext): AnswerHead => ({
  id: `chatcmpl-${attempt.requestId}`,
  created: Math.floor(ports.clock() / 1000),
})

const ownNormalizer = (wire: SameWire, context: ChatContext): Normalizer => {
  const { call, attempt } = context
  const model = toldModel(call.model, attempt.channel)
  const normalizer = normalizerOf(wire, call, headOf(context))
  return model === undefined ? normalizer : underOwnName(normalizer, model)
}

const producedBy = ({ usage, tier, text }: ReplySummary, context: ChatContext): WholeReply['produced'] => {
  const charged = (counted: Usage): Usage => withTier(withCalls(counted, searchesBeside(counted, context.searches)), tier)
  const estimate = estimateOf(context, () => counterFor(context.ports)(context.model, text))
  return { usage: usage && charged(usage), characters: text.length, estimate: async () => charged(await estimate()) }
}

const isEmptyChat = (json: unknown): boolean => isObject(json) && Array.isArray(json['choices']) && json['choices'].length === 0

const wholeSame = (bytes: Uint8Array, { reply, wire, context }: SameReply): Attempted => {
  const text = decoder.decode(bytes)
  const raw = parseJson(text)
  const normalized = isObject(raw) ? ownNormalizer(wire, context).normalize(raw) : undefined
  const json = normalized ?? raw
  const facts = (wire.inspectReply ?? inspectStandardReply)(json)
  const { provider, link } = context.attempt
  // Some tell of an error without calling it one.
  if (facts.error !== undefined || !facts.hasChoices) return failedOrEmpty(provider, text, facts.error === undefined && isEmptyChat(json))
  link.finish()
  const wholeBody = normalized === undefined || normalized === raw ? bytes : JSON.stringify(normalized)
  return {
    kind: 'whole',
    headers: reply.headers,
    contentType: context.call.isStream ? EVENT_STREAM : 'application/json; charset=utf-8',
    body: context.call.isStream && isObject(json) ? replyAsStream(json, context.call.wantsStreamUsage) : wholeBody,
    produced: producedBy(facts, context),
  }
}

const streamSame = async (reply: UpstreamReply, wire: SameWire, context: ChatContext): Promise<Attempted> => {
  const { attempt, call, model, ports } = context
  const meter = new TextMeter(model, counterFor(ports))
  const stream: SameWireStream = new SameWireStream({
    inspectReply: wire.inspectReply,
    normalizer:
      toldModel(call.model, attempt.channel) === undefined ? wire.openNormalizer?.(call, headOf(context)) : ownNormalizer(wire, context),
    wantsUsage: call.wantsStreamUsage,
    failureOf: (error) => toldFailure(attempt.provider, error),
    onText: (text) => meter.add(text, stream.usage()),
    onWords: (words) => meter.addWords(words, stream.usage()),
  })
  const { estimate: count, estimateRoughly } = streamEstimates(context, meter)
  const estimate = async (): Promise<Usage> => {
    const counted = await count()
    stream.assume(counted)
    return counted
  }
  const calls = (usage: Usage) => searchesBeside(usage, context.searches)
  return await openStream(
    { reply, stream, attempt, estimate, estimateRoughly, meter, calls, tier: stream.tier, contentType: EVENT_STREAM },
    ports,
  )
}

const formatOf = (context: ChatContext): ReplyFormat => {
  const meta: ReplyMeta = { ...headOf(context), model: context.call.model }
  return {
    whole: (reply) => renderReply(reply, meta),
    renderer: () => new StreamRenderer(meta, context.call.wantsStreamUsage),
    streamType: EVENT_STREAM,
  }
}

const answerFrom = async (reply: UpstreamReply, wire: SameWire | NativeWire, context: ChatContext): Promise<Attempted> => {
  if (wire.kind === 'native') return await nativeReply(reply, wire, { ...context, format: formatOf(context) })
  const { attempt, call, ports } = context
  // Several upstreams answer a wish for a stream with the whole reply, or with an error, as plain JSON; some name no type.
  if (call.isStream && !isJson(reply)) return await streamSame(reply, wire, context)
  // Some know streams only.
  if (isEventStream(reply)) {
    return await nativeReply(reply, judgedChatWire(wire, attempt.provider), { ...context, format: formatOf(context) })
  }
  const wait = patienceWithBody(attempt.link, ports)
  const begun = call.isStream ? await lookForEvents(reply, wait) : { isStream: false, reply }
  if (begun.isStream) return await streamSame(begun.reply, wire, context)
  // Some begin at once and send blank lines while they work.
  return wholeSame(await readBody(begun.reply, ports.settings().maxReplyBytes, wait), { reply, wire, context })
}

const renamedChat = (call: ChatCall, model: string, effort: Effort | undefined): ChatCall => {
  const asked = effort === undefined ? call.body : withEffort('chat', call.body, { ...call, model, effort })
  const body = { ...asked, model }
  return { ...call, model, body, rawBody: JSON.stringify(body) }
}

/** Nearly always one of the two, and often both, is empty. */
const joined = (first: readonly string[], second: readonly string[]): readonly string[] =>
  first.length === 0 ? second : [...first, ...second]

interface Question {
  readonly call: ChatCall
  /** By which it asks for a search of the web. */
  readonly searchField: string | undefined
}

const askChat = async (question: Question, attempt: Attempt, ports: AttemptPorts): Promise<Attempted> => {
  const { call, searchField } = question
  const { chat } = attempt.provider
  if (chat === undefined) return failedAttempt('not-found')
  const model = mappedModel(call.model, attempt.channel.modelMapping)
  const searches = assumedSearches(searchField, { model, fees: attempt.fees, isTold: chat.tellsSearches === true })
  const result = await callUpstream(chatPlan(chat, call), attempt, ports)
  if (!result.ok) {
    const other = otherWay(result.failure, call, attempt)
    return other === undefined ? result.failure : await inOtherWay(other.provider, askChat(question, other, ports))
  }
  const wire = chat.wireFor?.(call, attempt.channel) ?? chat.wire
  return await answerFrom(result.reply, wire, { call, attempt, model, ports, searches })
}

/** A chat completion as a kind of request. */
export const chatRequest = (call: ChatCall): RequestKind => {
  const searchField = searchFieldIn(call.body)
  return {
    model: call.model,
    isStream: call.isStream,
    estimate: {
      promptTokens: approximateTokens(call.promptBytes),
      maxOutputTokens: call.maxOutputTokens,
      choices: call.choices,
      calls: searchesToHold(searchField),
    },
    tier: askedTierIn(call.body),
    asked: call,
    conversation: call.body,
    renamed: (model, effort) => chatRequest(renamedChat(call, model, effort)),
    overlaid: overlaidFigures,
    isSupportedBy: (provider) => provider.chat !== undefined,
    wire: 'chat',
    wireOn: (provider, channel) => chatWireName(provider, call, channel),
    dropped: (provider, channel) => joined(call.dropped, provider.chat?.dropped?.(call, channel) ?? []),
    attempt: (attempt, ports) => askChat({ call, searchField }, attempt, ports),
  }
}
