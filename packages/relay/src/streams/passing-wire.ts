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

interface PassingWireOptions {
  readonly wire: Pick<CallerWire, 'openTap' | 'hasLastEvent'>
  readonly failureOf: (error: JsonObject) => WireFailure
  readonly onText: (text: string) => void
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
  #pass(bytes: Uint8Array): Uint8Array {
    const data = dataOfFrame(bytes)
    if (data === undefined || data.trim() === DONE) return this.#keepOrPass(cleanFrame(bytes, data))
    const json = parseJson(withoutCr(data))
    if (!isObject(json)) return NO_BYTES
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

  #keepOrPass(frame: Uint8Array): Uint8Array {
    if (!this.#hasFinished) return frame
    this.#kept.push(frame)
    return NO_BYTES
  }
}
