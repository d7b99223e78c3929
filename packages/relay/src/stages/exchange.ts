import type { ChatCall } from '@weir/dialects/model/call'
import { isCallersFault, type UpstreamFault } from '@weir/dialects/model/fault'
import { mappedModel } from '@weir/dialects/model/upstream'
import { factsOfText, type ReplyFacts } from '@weir/dialects/openai-chat/reply-facts'
import type { AttemptRecord, Channel, ChatProvider, Ports, UpstreamReply } from '../ports.ts'
import { readBody } from '../read-body.ts'
import { StreamTap } from '../stream-tap.ts'
import { UpstreamLink } from '../upstream-link.ts'
import type { Routed } from './route.ts'
import type { Delivery } from './settle.ts'

/** Enough of an error reply to classify it. */
const MAX_ERROR_BYTES = 64 * 1024

const decoder = new TextDecoder()

export interface WholeReply {
  readonly kind: 'whole'
  readonly headers: Headers
  readonly body: Uint8Array
  readonly facts: ReplyFacts
}

export interface OpenStream {
  readonly kind: 'stream'
  readonly headers: Headers
  readonly link: UpstreamLink
  readonly reader: ReadableStreamDefaultReader<Uint8Array>
  readonly tap: StreamTap
  /** Bytes for the caller that came with the first frame. */
  readonly head: Uint8Array
}

export interface FailedAttempt {
  readonly kind: 'failed'
  readonly fault: UpstreamFault
  readonly status: number
  readonly body: string
  readonly retryAfter: string | undefined
}

export interface CallerLeft {
  readonly kind: 'caller-left'
}

type Attempted = WholeReply | OpenStream | FailedAttempt | CallerLeft

export interface Exchanged {
  readonly result: Attempted
  readonly delivery: Delivery
  readonly channel: Channel
}

type ExchangePorts = Pick<Ports, 'send' | 'settings' | 'startTimer' | 'clock' | 'chatProviderFor' | 'reportHealth'>

const failed = (fault: UpstreamFault, over: Partial<FailedAttempt> = {}): FailedAttempt => ({
  kind: 'failed',
  fault,
  status: 0,
  body: '',
  retryAfter: undefined,
  ...over,
})

const failedReply = async (reply: UpstreamReply, provider: ChatProvider): Promise<FailedAttempt> => {
  const body = decoder.decode(await readBody(reply.body, MAX_ERROR_BYTES))
  return failed(provider.classify(reply.status, body), {
    status: reply.status,
    body,
    retryAfter: reply.headers.get('retry-after') ?? undefined,
  })
}

const readWhole = async (reply: UpstreamReply, link: UpstreamLink, context: AttemptContext): Promise<Attempted> => {
  const { idleTimeoutMs, maxReplyBytes } = context.ports.settings()
  const body = await link.within(idleTimeoutMs, readBody(reply.body, maxReplyBytes))
  const facts = factsOfText(decoder.decode(body))
  link.close()
  if (facts.error !== undefined) return failed(context.provider.classify(500, decoder.decode(body)), { body: decoder.decode(body) })
  return facts.hasChoices ? { kind: 'whole', headers: reply.headers, body, facts } : failed('broken')
}

/** Reads up to the first frame: until then another channel can still answer instead. */
const openStream = async (reply: UpstreamReply, link: UpstreamLink, context: AttemptContext): Promise<Attempted> => {
  if (reply.body === null || !(reply.headers.get('content-type') ?? '').startsWith('text/event-stream')) return failed('broken')
  const reader = reply.body.getReader()
  const tap = new StreamTap(context.call.wantsStreamUsage)
  for (;;) {
    const { done, value } = await link.within(context.ports.settings().firstByteTimeoutMs, reader.read())
    const head = done ? tap.flush() : tap.push(value)
    if (tap.facts.error !== undefined) return failed(context.provider.classify(500, JSON.stringify({ error: tap.facts.error })))
    if (head.length > 0 || tap.facts.hasChoices) return { kind: 'stream', headers: reply.headers, link, reader, tap, head }
    if (done) return failed('broken')
  }
}

interface AttemptContext {
  readonly call: ChatCall
  readonly channel: Channel
  readonly provider: ChatProvider
  readonly callerSignal: AbortSignal
  readonly ports: ExchangePorts
}

const attempt = async (context: AttemptContext): Promise<Attempted> => {
  const { call, ports, provider } = context
  const link = new UpstreamLink(context.callerSignal, ports.startTimer)
  let isHandedOver = false
  try {
    const sent = ports.send(provider.encode(call, context.channel), link.signal)
    const reply = await link.within(ports.settings().firstByteTimeoutMs, sent)
    if (reply.status < 200 || reply.status > 299) return await link.within(ports.settings().idleTimeoutMs, failedReply(reply, provider))
    const result = await (call.isStream ? openStream : readWhole)(reply, link, context)
    isHandedOver = result.kind === 'stream'
    return result
  } catch {
    if (link.cutReason === 'caller-gone') return { kind: 'caller-left' }
    return failed(link.cutReason === 'too-slow' ? 'too-slow' : 'unreachable')
  } finally {
    if (!isHandedOver) link.close()
  }
}

const isLast = (result: Attempted): boolean => result.kind !== 'failed' || isCallersFault(result.fault)

/** Walks the candidates until one answers, the caller's own mistake shows, or the tries are used up. */
export const exchange = async (
  input: { readonly call: ChatCall; readonly routed: Routed; readonly callerSignal: AbortSignal },
  ports: ExchangePorts,
): Promise<Exchanged> => {
  const { call, routed } = input
  const tries = routed.isPinned ? 1 : 1 + ports.settings().retryTimes
  const attempts: AttemptRecord[] = []
  let exchanged: Exchanged | undefined
  for (const channel of routed.candidates.slice(0, tries)) {
    const startedAt = ports.clock()
    const provider = ports.chatProviderFor(channel.type)
    const result = provider
      ? await attempt({ call, channel, provider, callerSignal: input.callerSignal, ports })
      : failed('bad-request', { status: 400 })
    const record = {
      channel: channel.id,
      fault: result.kind === 'failed' ? result.fault : ('none' as const),
      ms: Math.round(ports.clock() - startedAt),
    }
    attempts.push(record)
    const model = mappedModel(call.model, channel.modelMapping)
    ports.reportHealth({ channelId: channel.id, model, fault: record.fault, ms: record.ms })
    const delivery = { model, channelId: channel.id, isSystemPromptReset: channel.systemPrompt !== '', attempts: [...attempts] }
    exchanged = { result, delivery, channel }
    if (isLast(result)) break
  }
  if (exchanged === undefined) throw new Error('exchange was called without candidates')
  return exchanged
}
