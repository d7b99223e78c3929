import { GrowingBytes } from '../growing-bytes.ts'

const decoder = new TextDecoder()
const OPENS_JSON = /^\s*[{[]/

/** A plain body that came in place of a stream, in the pieces into which its blank lines cut it. Comments and pings are not kept. */
export class StrayBody {
  readonly #bytes = new GrowingBytes()

  add(piece: Uint8Array): void {
    if (this.#bytes.length > 0 || OPENS_JSON.test(decoder.decode(piece))) this.#bytes.append(piece.slice())
  }

  /** Empty when there was none. */
  text(): string {
    return decoder.decode(this.#bytes.takeAll()).trim()
  }
}
