import { NO_BYTES } from '@weir/dialects/bytes'
import type { WireFailure } from '@weir/dialects/model/event'
import type { Usage } from '@weir/dialects/model/usage'
import type { ReplyStream } from './reply-stream.ts'

/** Bytes without a structure we know, such as audio. The newest piece is kept back, so that the last one goes out after the charge. */
export class RawStream implements ReplyStream {
  readonly isBinary = true
  #kept: Uint8Array | undefined
  #hasEnded = false

  push = (chunk: Uint8Array): Uint8Array => {
    const ready = this.#kept ?? NO_BYTES
    this.#kept = chunk
    return ready
  }

  flush = (): Uint8Array => {
    this.#hasEnded = true
    return NO_BYTES
  }

  tail = (): Uint8Array | undefined => this.#kept
  keptBack = (): Uint8Array => this.#kept ?? NO_BYTES
  isEnded = (): boolean => false
  hasBegun = (): boolean => this.#kept !== undefined
  isComplete = (): boolean => this.#hasEnded
  failure = (): WireFailure | undefined => undefined
  usage = (): Usage | undefined => undefined
}
