import { NO_BYTES, joinBytes } from '../bytes.ts'
import { isObject, parseJson, type JsonObject } from '../json.ts'
import type { WireFailure } from '../model/event.ts'
import type { Mender, SameWire } from '../model/provider.ts'
import type { Usage } from '../model/usage.ts'
import { cleanFrame } from '../sse/clean-frame.ts'
import { FrameSplitter, dataOfFrame } from '../sse/decode.ts'
import { encodeDataFrame } from '../sse/encode.ts'
import { DeltaSkimmer } from './delta-skimmer.ts'
import { plainDeltaText } from './plain-delta.ts'
import { factsOf as standardFacts } from './reply-facts.ts'

const DONE = '[DONE]'

interface SameWireOptions {
  readonly factsOf: SameWire['factsOf']
  readonly mender: Mender | undefined
  /** The caller asked for the usage chunk; otherwise it is dropped on the way. */
  readonly wantsUsage: boolean
  readonly failureOf: (error: JsonObject) => WireFailure
  readonly onText: (text: string) => void
}

const encodeJson = (json: JsonObject): Uint8Array => encodeDataFrame(JSON.stringify(json))

/**
 * Watches an OpenAI-wire stream on its way to the caller. Frames of data pass byte for byte, but for two: the usage chunk the caller
 * did not ask for is dropped, and the end mark is kept back, because it may only be sent after the charge is committed.
 */
export class SameWireStream {
  readonly #options: SameWireOptions
  readonly #factsOf: NonNullable<SameWire['factsOf']>
  readonly #splitter = new FrameSplitter()
  /** For OpenAI's own chunks, passed on as they are. */
  readonly #skimmer: DeltaSkimmer | undefined
  #usage: Usage | undefined
  #failure: WireFailure | undefined
  #endMark: Uint8Array | undefined
  #hasBegun = false
  #hasFinished = false

  constructor(options: SameWireOptions) {
    this.#options = options
    this.#factsOf = options.factsOf ?? standardFacts
    this.#skimmer = options.factsOf === undefined && options.mender === undefined ? new DeltaSkimmer() : undefined
  }

  push = (chunk: Uint8Array): Uint8Array => (this.#isNothingButText(chunk) ? chunk : this.#passFrames(chunk))

  /** A packet of nothing but text goes on as it came, without being taken apart. */
  #isNothingButText(chunk: Uint8Array): boolean {
    if (this.#skimmer === undefined || this.#splitter.isInFrame) return false
    return this.#notePlain(this.#skimmer.skim(chunk))
  }

  #passFrames(chunk: Uint8Array): Uint8Array {
    const passed: Uint8Array[] = []
    for (const frame of this.#splitter.push(chunk)) {
      const bytes = this.#pass(frame)
      if (bytes.length > 0) passed.push(bytes)
    }
    return joinBytes(passed)
  }

  flush = (): Uint8Array => {
    const rest = this.#splitter.flush()
    return rest.length > 0 ? this.#pass(rest) : NO_BYTES
  }

  /** Upstream's own end mark, if it has come. None is ever invented. */
  tail = (): Uint8Array | undefined => this.#endMark
  isEnded = (): boolean => this.#endMark !== undefined
  hasBegun = (): boolean => this.#hasBegun
  isComplete = (): boolean => this.#failure === undefined && (this.#hasFinished || this.#endMark !== undefined)
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => this.#usage

  /** The frame as the caller gets it; empty when it is not for the caller. */
  #pass(bytes: Uint8Array): Uint8Array {
    const data = dataOfFrame(bytes)
    const frame = cleanFrame(bytes, data)
    if (data === undefined) return frame
    if (data.trim() === DONE) {
      this.#endMark = frame
      const owed = this.#options.mender?.owed?.()
      return owed === undefined ? NO_BYTES : encodeJson(owed)
    }
    if (this.#skimmer !== undefined && this.#notePlain(plainDeltaText(data))) return frame
    return this.#passChunk(frame, data)
  }

  #passChunk(frame: Uint8Array, data: string): Uint8Array {
    const json = parseJson(data)
    const mended = isObject(json) ? (this.#options.mender?.mend(json) ?? json) : undefined
    if (!this.#learn(mended ?? json)) return NO_BYTES
    return mended === undefined || mended === json ? frame : encodeJson(mended)
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
    const facts = this.#factsOf(json)
    if (facts.error !== undefined) {
      this.#failure ??= this.#options.failureOf(facts.error)
      return false
    }
    if (facts.text !== '') this.#options.onText(facts.text)
    if (facts.usage !== undefined) this.#usage = facts.usage
    if (facts.hasChoices) this.#hasBegun = true
    if (facts.hasFinished) this.#hasFinished = true
    return this.#options.wantsUsage || facts.usage === undefined || facts.hasChoices
  }
}
