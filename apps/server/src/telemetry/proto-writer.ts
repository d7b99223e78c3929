const VARINT = 0
const FIXED64 = 1
const BYTES = 2
const FIXED32 = 5

const MORE = 0x80
const DIGITS = 0x7f
const FIRST_SIZE = 4096

/** Writes the fields of protobuf messages one after the other. */
export class ProtoWriter {
  #buffer = Buffer.alloc(FIRST_SIZE)
  #length = 0

  get bytes(): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.#buffer.subarray(0, this.#length))
  }

  varint(field: number, value: number): void {
    this.#tag(field, VARINT)
    this.#varint(value)
  }

  fixed32(field: number, value: number): void {
    this.#tag(field, FIXED32)
    this.#room(4)
    this.#length = this.#buffer.writeUInt32LE(value, this.#length)
  }

  fixed64(field: number, value: bigint): void {
    this.#tag(field, FIXED64)
    this.#room(8)
    this.#length = this.#buffer.writeBigUInt64LE(value, this.#length)
  }

  double(field: number, value: number): void {
    this.#tag(field, FIXED64)
    this.#room(8)
    this.#length = this.#buffer.writeDoubleLE(value, this.#length)
  }

  text(field: number, value: string, encoding: 'utf8' | 'hex' = 'utf8'): void {
    const size = Buffer.byteLength(value, encoding)
    this.#tag(field, BYTES)
    this.#varint(size)
    this.#room(size)
    this.#length += this.#buffer.write(value, this.#length, encoding)
  }

  /** All of one size, without a tag for each. */
  packedFixed64(field: number, values: readonly number[]): void {
    this.message(field, () => {
      this.#room(values.length * 8)
      for (const value of values) this.#length = this.#buffer.writeBigUInt64LE(BigInt(value), this.#length)
    })
  }

  packedDouble(field: number, values: readonly number[]): void {
    this.message(field, () => {
      this.#room(values.length * 8)
      for (const value of values) this.#length = this.#buffer.writeDoubleLE(value, this.#length)
    })
  }

  /** Its size stands before it and is known behind it: what was written is moved up to make room. */
  message(field: number, write: () => void): void {
    this.#tag(field, BYTES)
    const start = this.#length
    write()
    const size = this.#length - start
    this.#varint(size)
    const width = this.#length - start - size
    this.#buffer.copyWithin(start + width, start, start + size)
    this.#length = start
    this.#varint(size)
    this.#length += size
  }

  #tag(field: number, wire: number): void {
    this.#varint(field * 8 + wire)
  }

  /** By division: numbers of more than 32 bits would be cut by shifts. */
  #varint(value: number): void {
    this.#room(10)
    let rest = value
    while (rest > DIGITS) {
      this.#buffer[this.#length++] = (rest % MORE) + MORE
      rest = Math.floor(rest / MORE)
    }
    this.#buffer[this.#length++] = rest
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.length) return
    const larger = Buffer.alloc(Math.max(this.#buffer.length * 2, this.#length + bytes))
    this.#buffer.copy(larger, 0, 0, this.#length)
    this.#buffer = larger
  }
}
