import { NO_BYTES, joinBytes } from '../../bytes.ts'
import type { WireError } from '../../model/wire-error.ts'
import { encodeDataFrame } from '../../sse/encode.ts'
import { errorBody } from './envelope.ts'

const encoder = new TextEncoder()

/** The chunks of a stream as server-sent events, or as the members of one array. */
export class ChunkFrames {
  readonly #isArray: boolean
  #hasBegun = false

  constructor(isArray: boolean) {
    this.#isArray = isArray
  }

  chunk(json: string): Uint8Array {
    if (!this.#isArray) return encodeDataFrame(json)
    const before = this.#hasBegun ? ',\n' : '['
    this.#hasBegun = true
    return encoder.encode(`${before}${json}`)
  }

  /** Events have no end mark on this wire. */
  end(): Uint8Array {
    if (!this.#isArray) return NO_BYTES
    return encoder.encode(this.#hasBegun ? ']\n' : '[]\n')
  }

  failure(error: WireError): Uint8Array {
    return joinBytes([this.chunk(errorBody(error)), this.end()])
  }
}
