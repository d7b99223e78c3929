import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { WireFailure } from '@weir/dialects/model/event'
import type { Usage } from '@weir/dialects/model/usage'
import type { WireError } from '@weir/dialects/model/wire-error'
import { renderFailedResponse } from '@weir/dialects/openai-responses/render-failure'
import { inspectEvent } from '@weir/dialects/openai-responses/inspect-response'
import { cleanFrame, cleanNamedFrame, withoutCr } from '@weir/dialects/sse/clean-frame'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { isWholeLastFrame } from '@weir/dialects/sse/last-frame'
import type { ReplyStream } from './reply-stream.ts'

/** Not a part of this wire; some upstreams send it all the same, and clients know it. */
const DONE = '[DONE]'

interface ResponsesWireOptions {
  readonly failureOf: (error: JsonObject) => WireFailure
  readonly onText: (text: string) => void
}

/** Watches a response on its way to the caller. Events pass byte for byte; the last one is kept back until the charge is committed. */
export class ResponsesWireStream implements ReplyStream {
  readonly #options: ResponsesWireOptions
  readonly #splitter = new FrameSplitter()
  #usage: Usage | undefined
  #failure: WireFailure | undefined
  #last: Uint8Array | undefined
  #hasBegun = false
  #events = 0
  /** As upstream described it when it began. */
  #response: JsonObject = {}

  constructor(options: ResponsesWireOptions) {
    this.#options = options
  }

  push = (chunk: Uint8Array): Uint8Array => joinBytes(this.#splitter.push(chunk).map((frame) => this.#pass(frame)))

  flush = (): Uint8Array => {
    const rest = this.#splitter.flush()
    return isWholeLastFrame(rest) ? this.#pass(rest) : NO_BYTES
  }

  tail = (): Uint8Array | undefined => this.#last
  isEnded = (): boolean => this.#last !== undefined
  hasBegun = (): boolean => this.#hasBegun
  isComplete = (): boolean => this.#failure === undefined && this.#last !== undefined
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => this.#usage
  renderFailure = (error: WireError): Uint8Array => renderFailedResponse(this.#response, this.#events, error)

  /** The frame as the caller gets it; empty when it is not for the caller, or not yet. */
  #pass(bytes: Uint8Array): Uint8Array {
    const data = dataOfFrame(bytes)
    if (data === undefined || data.trim() === DONE) return cleanFrame(bytes, data)
    const json = parseJson(withoutCr(data))
    if (!isObject(json)) return NO_BYTES
    const frame = cleanNamedFrame(bytes, data, textAt(json, 'type') ?? '')
    const facts = inspectEvent(json)
    if (facts.usage !== undefined) this.#usage = facts.usage
    if (facts.error !== undefined) {
      this.#failure ??= this.#options.failureOf(facts.error)
      return NO_BYTES
    }
    this.#events++
    this.#response = objectAt(json, 'response') ?? this.#response
    if (facts.text !== '') this.#options.onText(facts.text)
    if (facts.hasOutput) this.#hasBegun = true
    if (!facts.hasFinished) return frame
    this.#last = frame
    return NO_BYTES
  }
}
