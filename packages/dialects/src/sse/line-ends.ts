import { NO_BYTES } from '../bytes.ts'

const LF = 10
const CR = 13

/** What a line can begin with: a comment, the names of the fields, or nothing at all. Anything else after a CR stands in the same line. */
const BEGINNINGS: ReadonlySet<number> = new Set([CR, ...Buffer.from(':deir')])

const firstEnd = (bytes: Uint8Array): number => {
  const [lf, cr] = [bytes.indexOf(LF), bytes.indexOf(CR)]
  return lf === -1 || cr === -1 ? Math.max(lf, cr) : Math.min(lf, cr)
}

/**
 * Lines may end in LF, CRLF or a CR alone; the first end tells which. Nearly every stream is passed as it is, and whoever reads it looks for LF.
 * Of one whose lines end in CR, every end becomes an LF.
 */
export class LineEnds {
  #isBare: boolean | undefined
  /** The last byte was a CR, of which the next one tells what it is. */
  #hasCr = false

  read(chunk: Uint8Array): Uint8Array {
    if (this.#isBare === false || chunk.length === 0) return chunk
    return this.#isBare === true ? this.#withLf(chunk) : this.#decide(chunk)
  }

  #decide(chunk: Uint8Array): Uint8Array {
    if (this.#hasCr) return this.#decideBy(chunk, Uint8Array.of(CR, ...chunk))
    const at = firstEnd(chunk)
    if (at === -1) return chunk
    if (chunk[at] === LF) return this.#decideBy(chunk.subarray(at), chunk)
    if (at < chunk.length - 1) return this.#decideBy(chunk.subarray(at + 1), chunk)
    this.#hasCr = true
    return at === 0 ? NO_BYTES : chunk.subarray(0, at)
  }

  /** `next` is what follows a CR, or begins with an LF that follows none. */
  #decideBy(next: Uint8Array, bytes: Uint8Array): Uint8Array {
    this.#isBare = BEGINNINGS.has(next[0] ?? LF)
    this.#hasCr = false
    return this.#isBare ? this.#withLf(bytes) : bytes
  }

  #withLf(bytes: Uint8Array): Uint8Array {
    const changed = new Uint8Array(bytes.length)
    let length = 0
    for (const byte of bytes) {
      // Even here the two together are one end.
      const isSecond = byte === LF && this.#hasCr
      this.#hasCr = byte === CR
      if (!isSecond) changed[length++] = byte === CR ? LF : byte
    }
    return changed.subarray(0, length)
  }
}
