import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import { isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { WireFailure } from '@weir/dialects/model/event'
import type { Usage } from '@weir/dialects/model/usage'
import { isPicture, usageOfTaskReply } from '@weir/dialects/openai-tasks/task-usage'
import { cleanNamedFrame, withoutCr } from '@weir/dialects/sse/clean-frame'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { isEndMark, isWholeLastFrame } from '@weir/dialects/sse/last-frame'
import { RawStream } from './raw.ts'
import type { ReplyStream } from './reply-stream.ts'

const MAX_NAME = 100
const EVENT = /^event: ?([\w.]+)\r?\n/
/** By their own word parts of something that is still to come. */
const PIECE = /\.(?:delta|partial_image)$/
const decoder = new TextDecoder('latin1')

/** Pictures and sound come in large frames: of the name no more is read than a name may be long. */
const nameOf = (frame: Uint8Array): string => EVENT.exec(decoder.decode(frame.subarray(0, MAX_NAME)))?.[1] ?? ''

/** An event that tells of a failure says so by its type, or by holding nothing but the error. */
const errorIn = (event: JsonObject): JsonObject | undefined =>
  event['type'] === 'error' ? (objectAt(event, 'error') ?? event) : objectAt(event, 'error')

/**
 * Events of a task, such as pieces of a picture: of their data only figures and errors are read. Only names and data that is JSON pass; the
 * newest are kept back.
 */
export class EventsStream implements ReplyStream {
  readonly #failureOf: (error: JsonObject) => WireFailure
  readonly #raw = new RawStream()
  readonly #splitter = new FrameSplitter()
  #usage: Usage | undefined
  #failure: WireFailure | undefined
  #endsInPiece = false
  #pictures = 0

  constructor(failureOf: (error: JsonObject) => WireFailure) {
    this.#failureOf = failureOf
  }

  push = (chunk: Uint8Array): Uint8Array => this.#pass(this.#splitter.push(chunk))

  flush = (): Uint8Array => {
    const rest = this.#splitter.flush()
    const isWhole = isWholeLastFrame(rest)
    const ready = isWhole ? this.#pass([rest]) : NO_BYTES
    if (!isWhole && dataOfFrame(rest) !== undefined) this.#endsInPiece = true
    this.#raw.flush()
    return ready
  }

  tail = (): Uint8Array | undefined => this.#raw.tail()
  keptBack = (): Uint8Array => this.#raw.keptBack()
  isEnded = (): boolean => false
  hasBegun = (): boolean => this.#raw.hasBegun()
  isComplete = (): boolean => this.#failure === undefined && (this.isWhole() || (this.#raw.isComplete() && !this.#endsInPiece))
  /** The figures come with the end of an answer. */
  isWhole = (): boolean => this.#failure === undefined && this.#usage !== undefined && !this.#endsInPiece
  failure = (): WireFailure | undefined => this.#failure
  usage = (): Usage | undefined => this.#usage
  /** How many have come whole. */
  pictures = (): number => this.#pictures

  #pass(frames: readonly Uint8Array[]): Uint8Array {
    const bytes = joinBytes(frames.map((frame) => this.#clean(frame)))
    return bytes.length === 0 ? NO_BYTES : this.#raw.push(bytes)
  }

  #clean(frame: Uint8Array): Uint8Array {
    const data = dataOfFrame(frame)
    const name = nameOf(frame)
    if (data !== undefined && isEndMark(data)) this.#endsInPiece = false
    return data === undefined || isEndMark(data) || this.#isForCallers(parseJson(withoutCr(data)), name)
      ? cleanNamedFrame(frame, data, name)
      : NO_BYTES
  }

  /** Clients parse every event and would give up the whole answer for one that is not JSON; errors are told in our own words. */
  #isForCallers(event: unknown, name: string): boolean {
    if (!isObject(event)) return event !== undefined
    const error = errorIn(event)
    this.#endsInPiece = PIECE.test(textAt(event, 'type') ?? name)
    if (!this.#endsInPiece && isPicture(event)) this.#pictures++
    if (error !== undefined) this.#failure ??= this.#failureOf(error)
    this.#usage = usageOfTaskReply(event) ?? this.#usage
    return error === undefined
  }
}
