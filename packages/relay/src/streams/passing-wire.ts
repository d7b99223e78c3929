import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import { isObject, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { CallerWire, WireCall, WireSummary, WireTap } from '@weir/dialects/model/caller-wire'
import type { WireFailure } from '@weir/dialects/model/event'
import type { ToolCallCounts, Usage } from '@weir/dialects/model/usage'
import type { WireError } from '@weir/dialects/model/wire-error'
import type { ReportedTier } from '@weir/dialects/service-tier'
import { cleanFrame, cleanNamedFrame, withoutCr } from '@weir/dialects/sse/clean-frame'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { isEndMark, isWholeLastFrame } from '@weir/dialects/sse/last-frame'
import { EventSkimmer } from './event-skimmer.ts'
import type { ReplyStream } from './reply-stream.ts'

/** More than any end has. An upstream that goes on for ever is left. */
const MAX_KEPT_BYTES = 1_048_576
const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface PassingWireOptions {
  readonly wire: Pick<CallerWire, 'openTap' | 'hasLastEvent'>
  readonly call: Pick<WireCall, 'streamType' | 'body'>
  /** Makes server-sent events of upstream's pieces, where they are none. */
  readonly framing?: ((chunk: Uint8Array) => Uint8Array) | undefined
  readonly failureOf: (error: JsonObject) => WireFailure
  readonly onText: (text: string) => void
  /** An event, or the frame around it, as the caller is to read it. */
  readonly rename: (text: string, json: JsonObject) => string
}

interface FrameEvent {
  readonly bytes: Uint8Array
  readonly data: string
  readonly json: JsonObject
}

/** Watches an answer on its way to the caller. Events pass byte for byte; the end is kept back until the charge is committed. */
export class PassingWireStream implements ReplyStream {
  readonly #options: PassingWireOptions
  readonly #tap: WireTap
  readonly #splitter = new FrameSplitter('json')
  /** Where events are passed on as they are. */
  readonly #skimmer: EventSkimmer | undefined
  /** From the event that finishes the answer on. */
  readonly #kept: Uint8Array[] = []
  #keptBytes = 0
  #usage: Usage | undefined
  #failure: WireFailure | undefined
  #hasBegun = false
  #hasFinished = false

  constructor(options: PassingWireOptions) {
    this.#options = options
    this.#tap = options.wire.openTap(options.call)
    const { words, write } = this.#tap
    this.#skimmer = words === undefined || write !== undefined ? undefined : new EventSkimmer(words)
  }

  push = (chunk: Uint8Array): Uint8Array => {
    const bytes = this.#options.framing?.(chunk) ?? chunk
    if (!this.#splitter.isInFrame && this.#isNothingButWords(bytes)) return bytes
    const frames = this.#splitter.push(bytes)
    const [first] = frames
    // Nearly every packet is one event.
    return first !== undefined && frames.length === 1 ? this.#skimOrPass(first) : joinBytes(frames.map((frame) => this.#skimOrPass(frame)))
  }

  flush = (): Uint8Array => {
    const rest = this.#splitter.flushFrames().filter(isWholeLastFrame)
    return joinBytes(rest.map((frame) => this.#pass(frame)))
  }

  tail = (): Uint8Array | undefined => (this.#hasFinished ? joinBytes([...this.#kept, this.#tap.end?.() ?? NO_BYTES]) : undefined)
  isEnded = (): boolean => this.#hasFinished && (this.#options.wire.hasLastEvent || this.#keptBytes > MAX_KEPT_BYTES)
  hasBegun = (): boolean => this.#hasBegun
  isComplete = (): boolean => this.#failure === undefined && this.#hasFinished
  isWhole = (): boolean => this.isComplete() && this.#usage !== undefined
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => {
    this.#readFigures()
    return this.#usage
  }
  /** The newest figures that have been read; there may be newer ones. */
  reported = (): Usage | undefined => this.#usage
  tier = (): ReportedTier | undefined => this.#tap.tier?.()
  calls = (): ToolCallCounts | undefined => this.#tap.calls?.()
  renderFailure = (error: WireError): Uint8Array => this.#tap.failure(error)

  /** A packet, or one frame of it, that is nothing but words goes on as it came, without being parsed. */
  #isNothingButWords(bytes: Uint8Array): boolean {
    if (this.#skimmer === undefined || this.#hasFinished) return false
    const words = this.#skimmer.skim(bytes)
    if (words === undefined) return false
    if (words !== '') this.#options.onText(words)
    return true
  }

  /** Packets end anywhere: one that could not be skimmed as a whole is mostly words all the same. */
  #skimOrPass(frame: Uint8Array): Uint8Array {
    return this.#isNothingButWords(frame) ? frame : this.#pass(frame)
  }

  /** Of an event that was left unread: before anything that may come after it, and when someone asks. */
  #readFigures(): void {
    const figures = this.#skimmer?.takeFigures()
    const json = figures === undefined ? undefined : parseJson(figures)
    if (isObject(json)) this.#usage = this.#tap.read(json).usage ?? this.#usage
  }

  /** The frame as the caller gets it; empty when it is not for the caller, or not yet. */
  #pass(given: Uint8Array): Uint8Array {
    this.#readFigures()
    const said = dataOfFrame(given)
    if (said === undefined || isEndMark(said)) return this.#passMark(given, said)
    const event = parseJson(withoutCr(said))
    if (!isObject(event)) return NO_BYTES
    const { bytes, data, json } = this.#renamed({ bytes: given, data: said, json: event })
    const facts = this.#tap.read(json)
    this.#note(facts)
    if (facts.error !== undefined) return NO_BYTES
    const passed = this.#keepOrPass(this.#tap.write?.(withoutCr(data)) ?? cleanNamedFrame(bytes, data, textAt(json, 'type') ?? ''))
    if (passed === given && facts.hasOutput && facts.text !== '') this.#skimmer?.learn(given, facts.text, facts.usage !== undefined)
    return passed
  }

  /** Figures include the words they come with. */
  #note({ usage, error, text, hasOutput, hasFinished }: WireSummary): void {
    if (error !== undefined) this.#failure ??= this.#options.failureOf(error)
    else if (text !== '') this.#options.onText(text)
    if (usage !== undefined) this.#usage = usage
    if (error !== undefined) return
    this.#hasBegun ||= hasOutput
    this.#hasFinished ||= hasFinished
  }

  /** Comments, and an end mark where clients know it: those of a wire without a last event would take it for one. */
  #passMark(bytes: Uint8Array, data: string | undefined): Uint8Array {
    if (this.#tap.write !== undefined || (data !== undefined && !this.#options.wire.hasLastEvent)) return NO_BYTES
    return this.#keepOrPass(cleanFrame(bytes, data))
  }

  /** The very same where nothing in it has another name here, which is so for nearly every event. */
  #renamed(event: FrameEvent): FrameEvent {
    const { rename } = this.#options
    const data = rename(event.data, event.json)
    if (data === event.data) return event
    const json = parseJson(withoutCr(data))
    return { data, bytes: encoder.encode(rename(decoder.decode(event.bytes), event.json)), json: isObject(json) ? json : event.json }
  }

  #keepOrPass(frame: Uint8Array): Uint8Array {
    if (!this.#hasFinished) return frame
    this.#kept.push(frame)
    this.#keptBytes += frame.length
    return NO_BYTES
  }
}
