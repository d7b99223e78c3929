import { isObject, parseJson } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { NativeWire, SameWire } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { approximateTokens, type Usage } from '@weir/dialects/model/usage'
import { promptTextOf } from '@weir/dialects/openai-chat/prompt-text'
import { replyAsStream } from '@weir/dialects/openai-chat/reply-as-stream'
import { renderReply, type ReplyMeta } from '@weir/dialects/openai-chat/render-reply'
import { factsOf as standardFacts } from '@weir/dialects/openai-chat/reply-facts'
import { failedAttempt, type Attempt, type Attempted, type Job } from '../line.ts'
import type { Ports, UpstreamReply } from '../ports.ts'
import { readBody } from '../read-body.ts'
import { NativeWireStream } from '../streams/native-wire.ts'
import type { ReplyStream } from '../streams/reply-stream.ts'
import { SameWireStream } from '../streams/same-wire.ts'
import { TextMeter } from '../streams/text-meter.ts'
import { callUpstream, isEventStream, type CallPorts } from '../upstream-call.ts'
import { counterFor, estimateUsage, once } from './estimate-usage.ts'
import { openStream } from './open-stream.ts'

type ChatPorts = CallPorts & Pick<Ports, 'countTokens'>

interface ChatContext {
  readonly call: ChatCall
  readonly attempt: Attempt
  readonly model: string
  readonly ports: ChatPorts
}

const decoder = new TextDecoder()
const EVENT_STREAM = 'text/event-stream; charset=utf-8'

const metaOf = (context: ChatContext): ReplyMeta => ({
  id: `chatcmpl-${context.attempt.requestId}`,
  created: Math.floor(context.ports.clock() / 1000),
  model: context.call.model,
})

const estimateOf = (context: ChatContext, output: () => Promise<number>): (() => Promise<Usage>) => {
  const prompt = once(() => counterFor(context.ports)(context.model, promptTextOf(context.call.body)))
  return () => estimateUsage({ prompt: prompt(), output: output() })
}

const wholeSame = (bytes: Uint8Array, reply: UpstreamReply, context: ChatContext & { readonly wire: SameWire }): Attempted => {
  const text = decoder.decode(bytes)
  const raw = parseJson(text)
  const mended = context.wire.openMender !== undefined && isObject(raw) ? context.wire.openMender(context.call).mend(raw) : undefined
  const json = mended ?? raw
  const facts = (context.wire.factsOf ?? standardFacts)(json)
  const { provider, link } = context.attempt
  if (facts.error !== undefined) return failedAttempt(provider.classify(500, text), { body: text })
  if (!facts.hasChoices) return failedAttempt('broken')
  link.finish()
  const wholeBody = mended === undefined || mended === raw ? bytes : JSON.stringify(mended)
  return {
    kind: 'whole',
    headers: reply.headers,
    contentType: context.call.isStream ? EVENT_STREAM : 'application/json; charset=utf-8',
    body: context.call.isStream && isObject(json) ? replyAsStream(json, context.call.wantsStreamUsage) : wholeBody,
    produced: { usage: facts.usage, estimate: estimateOf(context, () => counterFor(context.ports)(context.model, facts.text)) },
  }
}

const wholeNative = (bytes: Uint8Array, reply: UpstreamReply, context: ChatContext & { readonly wire: NativeWire }): Attempted => {
  const answer = context.wire.decode(decoder.decode(bytes), context.call)
  if (!answer.ok) return failedAttempt(answer.failure.fault, { message: answer.failure.message })
  context.attempt.link.finish()
  const { value } = answer
  const produced = value.reasoning + value.text + value.toolCalls.map((call) => call.name + call.arguments).join('')
  return {
    kind: 'whole',
    headers: reply.headers,
    contentType: 'application/json; charset=utf-8',
    body: renderReply(value, metaOf(context)),
    produced: { usage: value.usage, estimate: estimateOf(context, () => counterFor(context.ports)(context.model, produced)) },
  }
}

const streamFor = (wire: SameWire | NativeWire, context: ChatContext, meter: TextMeter): ReplyStream => {
  const onText = (text: string): void => meter.add(text)
  const { call, attempt } = context
  if (wire.kind === 'native') {
    return new NativeWireStream({ decoder: wire.openStream(call), meta: metaOf(context), wantsUsage: call.wantsStreamUsage, onText })
  }
  const failureOf = (error: object) => ({ fault: attempt.provider.classify(500, JSON.stringify({ error })), message: '' })
  return new SameWireStream({
    factsOf: wire.factsOf,
    mender: wire.openMender?.(call),
    wantsUsage: call.wantsStreamUsage,
    failureOf,
    onText,
  })
}

/** Several upstreams answer a wish for a stream with status 200 and the error as plain JSON. */
const notAStream = async (reply: UpstreamReply, { attempt, ports }: ChatContext): Promise<Attempted> => {
  const { idleTimeoutMs, maxReplyBytes } = ports.settings()
  const body = decoder.decode(await attempt.link.within(idleTimeoutMs, readBody(reply, maxReplyBytes)))
  return failedAttempt(attempt.provider.classify(500, body), { body })
}

const answerFrom = async (reply: UpstreamReply, wire: SameWire | NativeWire, context: ChatContext): Promise<Attempted> => {
  const { attempt, call, ports } = context
  const { idleTimeoutMs, maxReplyBytes } = ports.settings()
  const isWholeReply = wire.kind === 'same' && !isEventStream(reply)
  if (!call.isStream || isWholeReply) {
    const bytes = await attempt.link.within(idleTimeoutMs, readBody(reply, maxReplyBytes))
    return wire.kind === 'native' ? wholeNative(bytes, reply, { ...context, wire }) : wholeSame(bytes, reply, { ...context, wire })
  }
  if (wire.kind === 'same' && !isEventStream(reply)) return await notAStream(reply, context)
  const meter = new TextMeter(context.model, counterFor(ports))
  const estimate = estimateOf(context, () => meter.total())
  const stream = streamFor(wire, context, meter)
  return await openStream({ reply, stream, attempt, estimate, producedCharacters: meter.characters, contentType: EVENT_STREAM }, ports)
}

/** A chat completion as a job of the line. */
export const chatJob = (call: ChatCall, ports: ChatPorts): Job => ({
  model: call.model,
  isStream: call.isStream,
  estimate: { promptTokens: approximateTokens(call.promptBytes), maxOutputTokens: call.maxOutputTokens, choices: call.choices },
  isSupportedBy: (provider) => provider.chat !== undefined,
  dropped: (provider, channel) => provider.chat?.dropped?.(call, channel) ?? [],
  attempt: async (attempt) => {
    const { chat } = attempt.provider
    if (chat === undefined) return failedAttempt('not-found')
    const { follow, callOff, afterword } = chat
    const plan = { encode: chat.encode.bind(undefined, call), follow, callOff, afterword, isStream: call.isStream }
    const result = await callUpstream(plan, attempt, ports)
    if (!result.ok) return result.failure
    const model = mappedModel(call.model, attempt.channel.modelMapping)
    const wire = chat.wireFor?.(call, attempt.channel) ?? chat.wire
    return await answerFrom(result.reply, wire, { call, attempt, model, ports })
  },
})
