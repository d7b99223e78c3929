import { arrayAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import { failedWith, type ChatEvent, type ChatReply, type Decoded } from '../model/event.ts'
import type { UpstreamFault } from '../model/fault.ts'
import type { Normalizer, NativeWire, SameWire, StreamDecoder } from '../model/provider.ts'
import { eventsOfReply, replyOfEvents } from '../model/reply-events.ts'
import { FrameSplitter, dataOfFrame } from '../sse/decode.ts'
import { isEndMark } from '../sse/last-frame.ts'
import { StrayBody } from '../sse/stray-body.ts'
import { inspectReply as inspectStandardReply } from './inspect-reply.ts'
import type { ReportedTier } from '../service-tier.ts'
import type { RefusalCode } from '../model/wire-error.ts'
import { withTier } from '../model/usage.ts'
import { normalizerOf } from './answer/fill-arguments.ts'
import { AnswerReader } from './answer/read-answer.ts'

/** What is needed of a channel to read its answers. */
interface Reading {
  readonly wire: SameWire
  /** What an error inside a reply means. */
  readonly faultOf: (body: string) => UpstreamFault
  /** What such an error is about, where upstream has its own word for it. */
  readonly codeOf?: ((body: string) => RefusalCode | undefined) | undefined
}

const failureIn = (body: string, message: string | undefined, { faultOf, codeOf }: Reading) =>
  failedWith(faultOf(body), message, codeOf?.(body))

const readReply = (body: string, call: ChatCall, reading: Reading): Decoded<ChatReply> => {
  const raw = parseJson(body)
  if (!isObject(raw)) return failedWith('broken')
  const { wire } = reading
  const json = normalizerOf(wire, call).normalize(raw)
  const summary = (wire.inspectReply ?? inspectStandardReply)(json)
  if (summary.error !== undefined) return failureIn(body, textAt(summary.error, 'message'), reading)
  const [choice] = arrayAt(json, 'choices')
  const message = objectAt(choice, 'message')
  if (message === undefined) return failureIn(body, undefined, reading)
  const reader = new AnswerReader(false)
  const events = [...reader.readTraits(json), ...reader.read(message, choice)]
  const { usage } = summary
  return replyOfEvents([
    ...events,
    ...(usage === undefined ? [] : [{ kind: 'usage', usage: withTier(usage, summary.tier) } as const]),
    ...(events.some((event) => event.kind === 'finished') ? [] : [unnamedFinish(reader)]),
  ])
}

/** Where upstream names no finish. */
const unnamedFinish = ({ hasCalls }: AnswerReader): ChatEvent => ({ kind: 'finished', reason: hasCalls ? 'tool_calls' : 'stop' })

/** The chunks of a chat as events. A whole reply in place of a stream is read as one. */
class ChunkReader implements StreamDecoder {
  readonly #reading: Reading
  readonly #call: ChatCall
  readonly #normalizer: Normalizer
  readonly #splitter = new FrameSplitter('json')
  readonly #reader = new AnswerReader(true)
  readonly #stray = new StrayBody()
  #tier: ReportedTier | undefined
  #hasChunks = false
  #hasBegun = false
  #hasFinished = false

  constructor(reading: Reading, call: ChatCall) {
    this.#reading = reading
    this.#call = call
    this.#normalizer = normalizerOf(reading.wire, call)
  }

  push = (chunk: Uint8Array): readonly ChatEvent[] => this.#splitter.push(chunk).flatMap((frame) => this.#eventsOfFrame(frame))

  end = (): readonly ChatEvent[] => {
    const events = this.#splitter.flushFrames().flatMap((frame) => this.#eventsOfFrame(frame))
    const body = this.#hasChunks ? '' : this.#stray.text()
    return body.startsWith('{') ? eventsOfReply(readReply(body, this.#call, this.#reading)) : events
  }

  #eventsOfFrame(frame: Uint8Array): readonly ChatEvent[] {
    const data = dataOfFrame(frame)
    if (data === undefined) {
      if (!this.#hasChunks) this.#stray.add(frame)
      return []
    }
    this.#hasChunks = true
    if (isEndMark(data)) return this.#eventsOfEnd()
    const json = parseJson(data)
    return isObject(json) ? this.#eventsOfChunk(this.#normalizer.normalize(json)) : []
  }

  /** The end mark stands for a finish where upstream names none, as it does for those who are sent the chunks. */
  #eventsOfEnd(): readonly ChatEvent[] {
    const pendingChunk = this.#normalizer.pendingChunk?.()
    const events = pendingChunk === undefined ? [] : this.#eventsOfChunk(pendingChunk)
    if (this.#hasFinished || !this.#hasBegun) return events
    this.#hasFinished = true
    return [...events, unnamedFinish(this.#reader)]
  }

  #eventsOfChunk(json: JsonObject): readonly ChatEvent[] {
    const summary = (this.#reading.wire.inspectReply ?? inspectStandardReply)(json)
    if (summary.error !== undefined) {
      const body = JSON.stringify({ error: summary.error })
      return [{ kind: 'failed', failure: failureIn(body, textAt(summary.error, 'message'), this.#reading).failure }]
    }
    this.#tier = summary.tier ?? this.#tier
    this.#hasBegun ||= summary.hasChoices
    const [choice] = arrayAt(json, 'choices')
    const said = choice === undefined ? [] : this.#reader.read(objectAt(choice, 'delta') ?? {}, choice)
    if (said.some((event) => event.kind === 'finished')) this.#hasFinished = true
    const events = [...this.#reader.readTraits(json), ...said]
    return summary.usage === undefined ? events : [...events, { kind: 'usage', usage: withTier(summary.usage, this.#tier) }]
  }
}

const encoder = new TextEncoder()
const OPENS_EVENTS = /^\s*(?:data|event|id|retry)?:/

/** Some upstreams know streams only, and some do not heed that none was asked for. Answers beside each other are not told apart here. */
const collectChunks = (body: string, call: ChatCall, reading: Reading): Decoded<ChatReply> => {
  if (call.choices > 1) return failedWith('broken')
  const reader = new ChunkReader(reading, { ...call, isStream: true })
  return replyOfEvents([...reader.push(encoder.encode(body)), ...reader.end()])
}

/** Chat on OpenAI's wire as one wire among others, for callers who speak another language than it. */
export const chatWire = (reading: Reading): NativeWire => ({
  kind: 'native',
  decode: (body, call) => (OPENS_EVENTS.test(body) ? collectChunks : readReply)(body, call, reading),
  openStream: (call) => new ChunkReader(reading, call),
})
