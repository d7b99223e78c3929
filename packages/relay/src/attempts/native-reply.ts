import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatReply } from '@weir/dialects/model/event'
import type { EventRenderer } from '@weir/dialects/model/event-renderer'
import type { ChatCapability, NativeWire } from '@weir/dialects/model/provider'
import { withCountedPrompt, type Usage } from '@weir/dialects/model/usage'
import { promptTextOf } from '@weir/dialects/openai-chat/prompt-text'
import { failedAttempt, type Attempt, type Attempted } from '../stage-types.ts'
import type { AttemptPorts, UpstreamReply } from '../ports.ts'
import type { Asked } from '../asked.ts'
import { askedOn } from '../charging/overlaid.ts'
import { callOn } from '../upstream/channel-request.ts'
import { readBody } from '../upstream/read-body.ts'
import { NativeWireStream } from '../streams/native-wire.ts'
import { roughTokens } from '../streams/rough-tokens.ts'
import { PICTURE_CHARACTERS, PICTURE_TOKENS, TextMeter } from '../streams/text-meter.ts'
import type { CallPlan } from '../upstream/upstream-call.ts'
import { boundUsage, completeUsage, isIncomplete, isPlainUsage, withCalls } from '../guards/usage-bound.ts'
import { searchesBeside, type AskedSearch } from './asked-search.ts'
import { counterFor, estimateUsage, once, usageOfCounts } from './estimate-usage.ts'
import { openStream } from './open-stream.ts'

export interface ChatContext {
  /** What the caller sent, where it is not the call itself: figures are bounded by it. */
  readonly asked?: Asked
  readonly call: ChatCall
  readonly attempt: Attempt
  readonly model: string
  readonly ports: AttemptPorts
  /** Searches that were asked for, charged where upstream does not tell how many there were. */
  readonly searches?: AskedSearch | undefined
}

/** The language in which the caller is answered. */
export interface ReplyFormat {
  readonly whole: (reply: ChatReply) => string
  readonly renderer: () => EventRenderer
  readonly streamType: string
}

export const EVENT_STREAM = 'text/event-stream; charset=utf-8'

const decoder = new TextDecoder()

export const chatPlan = ({ encode, follow, cancel, trailingUsage }: ChatCapability, call: ChatCall): CallPlan => ({
  encode: (channel, context) => callOn(channel, encode(call, channel, context)),
  follow,
  cancel,
  trailingUsage,
  isStream: call.isStream,
})

interface CountedContext extends Pick<ChatContext, 'model' | 'ports'> {
  readonly call: Pick<ChatCall, 'body'>
}

export const estimateOf = (context: CountedContext, output: () => Promise<number>): (() => Promise<Usage>) => {
  const prompt = once(() => counterFor(context.ports)(context.model, promptTextOf(context.call.body)))
  return () => estimateUsage({ prompt: prompt(), output: output() })
}

/** Of a stream: exact for the charge, and rough for its checkpoints, of which only a crash makes a charge. */
export const streamEstimates = (context: CountedContext, meter: TextMeter) => {
  const prompt = once(() => roughTokens(promptTextOf(context.call.body)))
  return {
    estimate: estimateOf(context, () => meter.total()),
    estimateRoughly: () => usageOfCounts(prompt(), meter.roughTotal()),
  }
}

/** The caller is told the figures that are charged, also where upstream's cannot be true. */
const bounded = (usage: Usage, { call, asked = call, attempt, model, ports }: ChatContext, producedCharacters: number): Usage => {
  const limits = askedOn(attempt.channel, asked)
  if (isPlainUsage(usage, limits)) return usage
  const { systemPrompt } = attempt.channel
  return boundUsage(usage, { asked: limits, systemPrompt, limits: ports.modelLimits(model), producedCharacters })
}

interface SpokenContext extends ChatContext {
  readonly format: ReplyFormat
}

type WholeContext = SpokenContext & { readonly wire: NativeWire }

const producedText = ({ reasoning, text, refusal = '', audio, toolCalls }: ChatReply): string =>
  reasoning + text + refusal + (audio?.transcript ?? '') + toolCalls.map((call) => call.name + call.arguments).join('')

interface Counting {
  readonly estimate: () => Promise<Usage>
  readonly characters: number
}

const countedUsage = async (reported: Usage | undefined, { estimate, characters }: Counting): Promise<Usage> => {
  if (reported === undefined) return await estimate()
  if (!isIncomplete(reported, characters)) return reported
  return completeUsage(reported, { counted: await estimate(), producedCharacters: characters })
}

const wholeAnswer = async (bytes: Uint8Array, reply: UpstreamReply, context: WholeContext): Promise<Attempted> => {
  const answer = context.wire.decode(decoder.decode(bytes), context.call)
  if (!answer.ok) return failedAttempt(answer.failure.fault, { message: answer.failure.message, code: answer.failure.code })
  context.attempt.link.finish()
  const { value } = answer
  const produced = producedText(value)
  const pictures = value.images?.length ?? 0
  const characters = produced.length + pictures * PICTURE_CHARACTERS
  const countProduced = async () => (await counterFor(context.ports)(context.model, produced)) + pictures * PICTURE_TOKENS
  const estimate = estimateOf(context, countProduced)
  const reported = value.usage && bounded(value.usage, context, characters)
  const tokens = await countedUsage(reported, { estimate, characters })
  const usage = withCalls(tokens, searchesBeside(tokens, context.searches))
  return {
    kind: 'whole',
    headers: reply.headers,
    contentType: 'application/json; charset=utf-8',
    body: context.format.whole({ ...value, usage }),
    produced: { usage, estimate, characters },
  }
}

/** An answer that must be translated on its way, whole or streamed as the caller wants it. */
export const nativeReply = async (reply: UpstreamReply, wire: NativeWire, context: SpokenContext): Promise<Attempted> => {
  const { attempt, call, ports, format } = context
  if (!call.isStream) {
    const { idleTimeoutMs, maxReplyBytes } = ports.settings()
    // Some wires know streams only; such an answer is whole when the last word is written, however long that takes.
    const bytes = await readBody(reply, maxReplyBytes, (work) => attempt.link.within(idleTimeoutMs, work))
    return await wholeAnswer(bytes, reply, { ...context, wire })
  }
  const meter = new TextMeter(context.model, counterFor(ports))
  const stream: NativeWireStream = new NativeWireStream({
    decoder: wire.openStream(call),
    renderer: format.renderer(),
    onText: (text) => meter.add(text, stream.usage()),
    onPicture: () => meter.addPicture(stream.usage()),
    bound: (usage) => bounded(usage, context, meter.characters()),
  })
  const { estimate: count, estimateRoughly } = streamEstimates(context, meter)
  // The caller is told the figures that are charged, also where they are ours.
  const estimate = async (): Promise<Usage> => {
    const counted = await count()
    const reported = stream.usage()
    stream.assume(reported?.uncountedPrompt === undefined ? counted : withCountedPrompt(reported, counted))
    return counted
  }
  const calls = (usage: Usage) => searchesBeside(usage, context.searches)
  return await openStream({ reply, stream, attempt, estimate, estimateRoughly, meter, calls, contentType: format.streamType }, ports)
}
