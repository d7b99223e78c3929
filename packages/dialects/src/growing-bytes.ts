import { NO_BYTES } from './bytes.ts'

/** Bytes that come in pieces and are looked at as one. Each is copied a few times at most, however small the pieces are. */
export class GrowingBytes {
  #store: Uint8Array = NO_BYTES
  #length = 0
  /** The first piece is looked at where it stands, and copied only if it has to be kept. */
  #isOwn = false

  get length(): number {
    return this.#length
  }

  /** Everything so far, to be looked at until `keepFrom` is called. */
  append(piece: Uint8Array): Uint8Array {
    if (this.#length === 0) {
      this.#store = piece
      this.#length = piece.length
      this.#isOwn = false
      return piece
    }
    const length = this.#length + piece.length
    if (length > this.#store.length) {
      const larger = new Uint8Array(Math.max(length, this.#store.length * 2))
      larger.set(this.#store.subarray(0, this.#length))
      this.#store = larger
      this.#isOwn = true
    }
    this.#store.set(piece, this.#length)
    this.#length = length
    return this.#store.subarray(0, length)
  }

  /** Forgets what stands before. Parts that were handed out are not written to again. */
  keepFrom(start: number): void {
    if (start === 0 && this.#isOwn) return
    this.#store = this.#store.slice(start, this.#length)
    this.#length = this.#store.length
    this.#isOwn = true
  }

  takeAll(): Uint8Array {
    const all = this.#store.subarray(0, this.#length)
    this.#store = NO_BYTES
    this.#length = 0
    return all
  }
}
