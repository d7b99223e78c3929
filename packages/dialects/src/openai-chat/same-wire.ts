import { NO_BYTES, joinBytes } from '../bytes.ts'
import { isObject, parseJson, type JsonObject } from '../json.ts'
import type { WireFailure } from '../model/event.ts'
import type { Normalizer, SameWire } from '../model/provider.ts'
import type { Usage } from '../model/usage.ts'
import type { ReportedTier } from '../service-tier.ts'
import { withTier } from '../model/usage.ts'
import { cleanFrame, withoutCr } from '../sse/clean-frame.ts'
import { FrameSplitter, dataOfFrame } from '../sse/decode.ts'
import { encodeDataFrame } from '../sse/encode.ts'
import { DONE, isEndMark, isWholeLastFrame } from '../sse/last-frame.ts'
import { StrayBody } from '../sse/stray-body.ts'
import { FilledArguments } from './answer/fill-arguments.ts'
import { DeltaSkimmer } from './skim/delta-skimmer.ts'
import type { SkimmedWords } from './skim/known-chunk.ts'
import { inspectReply as inspectStandardReply } from './inspect-reply.ts'
import { renderUsage } from './render-reply.ts'
import { framesOfReply } from './reply-as-stream.ts'

interface SameWireOptions {
  readonly inspectReply: SameWire['inspectReply']
  readonly normalizer: Normalizer | undefined
  /** The caller asked for the usage chunk; otherwise it is dropped on the way. */
  readonly wantsUsage: boolean
  readonly failureOf: (error: JsonObject) => WireFailure
  readonly onText: (text: string) => void
  /** Words of which no text was made. They are copied before this returns. */
  readonly onWords: (words: SkimmedWords) => void
}

const END_MARK = encodeDataFrame(DONE)
const encoder = new TextEncoder()

const OUTLINE = ['id', 'object', 'created', 'model']

const outlineOf = (json: JsonObject): JsonObject =>
  Object.fromEntries(OUTLINE.flatMap((name) => (json[name] === undefined ? [] : [[name, json[name]]])))

const encodeJson = (json: JsonObject): Uint8Array => encodeDataFrame(JSON.stringify(json))

/**
 * Watches an OpenAI-wire stream on its way to the caller. Frames of data pass byte for byte, but for three: the usage chunk the caller
 * did not ask for and data that is not JSON are dropped, and the end mark is kept back, because it may only be sent after the charge is
 * committed.
 */
export class SameWireStream {
  readonly #options: SameWireOptions
  readonly #inspectReply: NonNullable<SameWire['inspectReply']>
  readonly #normalizer: Normalizer
  readonly #splitter = new FrameSplitter('json')
  readonly #stray = new StrayBody()
  /** For OpenAI's own chunks, passed on as they are. */
  readonly #skimmer: DeltaSkimmer | undefined
  #usage: Usage | undefined
  #assumed: Usage | undefined
  /** What every chunk of the answer says of it. */
  #outline: JsonObject | undefined
  #tier: ReportedTier | undefined
  #failure: WireFailure | undefined
  #hasEndMark = false
  #hasChunks = false
  #hasBegun = false
  #hasFinished = false

  constructor(options: SameWireOptions) {
    this.#options = options
    this.#inspectReply = options.inspectReply ?? inspectStandardReply
    this.#normalizer = options.normalizer ?? new FilledArguments()
    this.#skimmer = options.inspectReply === undefined && options.normalizer === undefined ? new DeltaSkimmer() : undefined
  }

  push = (chunk: Uint8Array): Uint8Array => (this.#isNothingButText(chunk) ? chunk : this.#passFrames(chunk))

  /** A packet of nothing but text goes on as it came, without being taken apart. */
  #isNothingButText(chunk: Uint8Array): boolean {
    // The first chunk is always read: it tells the service tier, which a stream that is cut is charged by.
    if (this.#skimmer === undefined || !this.#hasBegun || this.#splitter.isInFrame) return false
    const words = this.#skimmer.skimKnown(chunk)
    if (words === undefined) return this.#notePlain(this.#skimmer.skim(chunk))
    if (words.length > 0) this.#options.onWords(words)
    return true
  }

  #passFrames(chunk: Uint8Array): Uint8Array {
    const passed: Uint8Array[] = []
    for (const frame of this.#splitter.push(chunk)) {
      const bytes = this.#pass(frame)
      if (bytes.length > 0) passed.push(bytes)
    }
    return joinBytes(passed)
  }

  /** A frame that was cut off is not passed: a client would fail on half a chunk, and not on the error that follows. */
  flush = (): Uint8Array => {
    const rest = this.#splitter.flushFrames()
    const passed = joinBytes(rest.filter(isWholeLastFrame).map((frame) => this.#pass(frame)))
    if (this.#hasChunks) return passed
    for (const piece of rest) this.#stray.add(piece)
    return this.#passWhole(parseJson(this.#stray.text()))
  }

  /** The end mark, if upstream's has come. None is ever invented, but for a whole answer that is made a stream here. */
  tail = (): Uint8Array | undefined => (this.#hasEndMark ? joinBytes([this.#ownFigures(), END_MARK]) : undefined)
  isEnded = (): boolean => this.#hasEndMark
  hasBegun = (): boolean => this.#hasBegun
  isComplete = (): boolean => this.#failure === undefined && (this.#hasFinished || this.#hasEndMark)
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => this.#usage
  tier = (): ReportedTier | undefined => this.#tier

  /** What is charged where upstream has told no figures. */
  assume(usage: Usage): void {
    this.#assumed = usage
  }

  /** A caller who asked for figures gets those that are charged. */
  #ownFigures(): Uint8Array {
    const { wantsUsage } = this.#options
    if (!wantsUsage || this.#usage !== undefined || this.#assumed === undefined) return NO_BYTES
    return encodeJson({ ...this.#outline, choices: [], usage: renderUsage(this.#assumed) })
  }

  /** The frame as the caller gets it; empty when it is not for the caller. */
  #pass(bytes: Uint8Array): Uint8Array {
    const data = dataOfFrame(bytes)
    const frame = cleanFrame(bytes, data)
    if (data === undefined) {
      if (!this.#hasChunks) this.#stray.add(bytes)
      return frame
    }
    this.#hasChunks = true
    if (isEndMark(data)) {
      this.#hasEndMark = true
      const pendingChunk = this.#normalizer.pendingChunk?.()
      return pendingChunk === undefined ? NO_BYTES : encodeJson(pendingChunk)
    }
    if (this.#skimmer !== undefined && this.#hasBegun && this.#notePlain(this.#skimmer.skim(frame))) return frame
    return this.#passChunk(frame, data)
  }

  #passChunk(frame: Uint8Array, data: string): Uint8Array {
    const json = parseJson(withoutCr(data))
    // Clients parse every frame and would give up the whole answer for one that is no object.
    if (!isObject(json)) return NO_BYTES
    const normalized = this.#normalizer.normalize(json)
    if (!this.#learn(normalized)) return NO_BYTES
    return normalized === json ? frame : encodeJson(normalized)
  }

  /** A plain body in place of a stream, which is an error or the whole answer. */
  #passWhole(json: unknown): Uint8Array {
    if (!isObject(json)) return NO_BYTES
    const normalized = this.#normalizer.normalize(json)
    this.#learn(normalized)
    if (!this.#hasBegun) {
      this.#failure ??= this.#options.failureOf(normalized)
      return NO_BYTES
    }
    this.#hasEndMark = true
    return encoder.encode(framesOfReply(normalized, this.#options.wantsUsage))
  }

  /** A chunk that is nothing but text needs no parsing. False when it is more than that. */
  #notePlain(text: string | undefined): boolean {
    if (text === undefined) return false
    this.#hasBegun = true
    if (text !== '') this.#options.onText(text)
    return true
  }

  /** Notes what a chunk says; false when the chunk is not for the caller. */
  #learn(json: unknown): boolean {
    const summary = this.#inspectReply(json)
    if (summary.error !== undefined) {
      this.#failure ??= this.#options.failureOf(summary.error)
      return false
    }
    if (summary.text !== '') this.#options.onText(summary.text)
    this.#tier = summary.tier ?? this.#tier
    if (summary.usage !== undefined) this.#usage = withTier(summary.usage, this.#tier)
    if (summary.hasChoices) this.#hasBegun = true
    if (isObject(json)) this.#outline ??= outlineOf(json)
    if (summary.hasFinished) this.#hasFinished = true
    return this.#options.wantsUsage || summary.usage === undefined || summary.hasChoices
  }
}
