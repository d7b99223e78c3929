import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import { isObject, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { CallerWire, WireTap } from '@weir/dialects/model/caller-wire'
import type { WireFailure } from '@weir/dialects/model/event'
import type { ToolCallCounts, Usage } from '@weir/dialects/model/usage'
import type { WireError } from '@weir/dialects/model/wire-error'
import { cleanFrame, cleanNamedFrame, withoutCr } from '@weir/dialects/sse/clean-frame'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { isWholeLastFrame } from '@weir/dialects/sse/last-frame'
import type { ReplyStream } from './reply-stream.ts'

/** Not a part of these wires; some upstreams send it all the same, and clients know it. */
const DONE = '[DONE]'
const encoder = new TextEncoder()
const decoder = new TextDecoder()

interface PassingWireOptions {
  readonly wire: Pick<CallerWire, 'openTap' | 'hasLastEvent'>
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
  readonly #splitter = new FrameSplitter()
  /** From the event that finishes the answer on. */
  readonly #kept: Uint8Array[] = []
  #usage: Usage | undefined
  #failure: WireFailure | undefined
  #hasBegun = false
  #hasFinished = false

  constructor(options: PassingWireOptions) {
    this.#options = options
    this.#tap = options.wire.openTap()
  }

  push = (chunk: Uint8Array): Uint8Array => joinBytes(this.#splitter.push(chunk).map((frame) => this.#pass(frame)))

  flush = (): Uint8Array => {
    const rest = this.#splitter.flush()
    return isWholeLastFrame(rest) ? this.#pass(rest) : NO_BYTES
  }

  tail = (): Uint8Array | undefined => (this.#hasFinished ? joinBytes(this.#kept) : undefined)
  isEnded = (): boolean => this.#hasFinished && this.#options.wire.hasLastEvent
  hasBegun = (): boolean => this.#hasBegun
  isComplete = (): boolean => this.#failure === undefined && this.#hasFinished
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => this.#usage
  calls = (): ToolCallCounts | undefined => this.#tap.calls?.()
  renderFailure = (error: WireError): Uint8Array => this.#tap.failure(error)

  /** The frame as the caller gets it; empty when it is not for the caller, or not yet. */
  #pass(given: Uint8Array): Uint8Array {
    const said = dataOfFrame(given)
    if (said === undefined || said.trim() === DONE) return this.#keepOrPass(cleanFrame(given, said))
    const event = parseJson(withoutCr(said))
    if (!isObject(event)) return NO_BYTES
    const { bytes, data, json } = this.#renamed({ bytes: given, data: said, json: event })
    const facts = this.#tap.read(json)
    if (facts.usage !== undefined) this.#usage = facts.usage
    if (facts.error !== undefined) {
      this.#failure ??= this.#options.failureOf(facts.error)
      return NO_BYTES
    }
    if (facts.text !== '') this.#options.onText(facts.text)
    if (facts.hasOutput) this.#hasBegun = true
    if (facts.hasFinished) this.#hasFinished = true
    return this.#keepOrPass(cleanNamedFrame(bytes, data, textAt(json, 'type') ?? ''))
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
    return NO_BYTES
  }
}
