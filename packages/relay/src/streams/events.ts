import { NO_BYTES, joinBytes } from '@weir/dialects/bytes'
import { parseJson } from '@weir/dialects/json'
import { cleanNamedFrame, withoutCr } from '@weir/dialects/sse/clean-frame'
import { FrameSplitter, dataOfFrame } from '@weir/dialects/sse/decode'
import { isWholeLastFrame } from '@weir/dialects/sse/last-frame'
import { RawStream } from './raw.ts'
import type { ReplyStream } from './reply-stream.ts'

const DONE = '[DONE]'
const MAX_NAME = 100
const EVENT = /^event: ?([\w.]+)\r?\n/
const decoder = new TextDecoder('latin1')

/** Pictures and sound come in large frames: of the name no more is read than a name may be long. */
const nameOf = (frame: Uint8Array): string => EVENT.exec(decoder.decode(frame.subarray(0, MAX_NAME)))?.[1] ?? ''

/** Clients parse every event and would give up the whole answer for one that is not JSON. */
const isForCallers = (data: string): boolean => data.trim() === DONE || parseJson(withoutCr(data)) !== undefined

const clean = (frame: Uint8Array): Uint8Array => {
  const data = dataOfFrame(frame)
  return data !== undefined && !isForCallers(data) ? NO_BYTES : cleanNamedFrame(frame, data, nameOf(frame))
}

/** Events whose data is not read here, such as pieces of a picture. Only names and data that is JSON pass; the newest are kept back. */
export class EventsStream implements ReplyStream {
  readonly #raw = new RawStream()
  readonly #splitter = new FrameSplitter()

  push = (chunk: Uint8Array): Uint8Array => this.#pass(this.#splitter.push(chunk))

  flush = (): Uint8Array => {
    const rest = this.#splitter.flush()
    const ready = isWholeLastFrame(rest) ? this.#pass([rest]) : NO_BYTES
    this.#raw.flush()
    return ready
  }

  tail = (): Uint8Array | undefined => this.#raw.tail()
  isEnded = (): boolean => false
  hasBegun = (): boolean => this.#raw.hasBegun()
  isComplete = (): boolean => this.#raw.isComplete()
  failure = (): undefined => undefined
  usage = (): undefined => undefined

  #pass(frames: readonly Uint8Array[]): Uint8Array {
    const bytes = joinBytes(frames.map(clean))
    return bytes.length === 0 ? NO_BYTES : this.#raw.push(bytes)
  }
}
