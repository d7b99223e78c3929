const LF = 10
const CR = 13

/** A frame longer than this is not an event stream any more; upstream is broken or hostile. */
export const MAX_FRAME_BYTES = 16 * 1024 * 1024

export class FrameTooLong extends Error {
  constructor() {
    super(`an event is longer than ${MAX_FRAME_BYTES} bytes`)
    this.name = 'FrameTooLong'
  }
}

const EMPTY = new Uint8Array(0)

const concat = (a: Uint8Array, b: Uint8Array): Uint8Array => {
  if (a.length === 0) return b
  const joined = new Uint8Array(a.length + b.length)
  joined.set(a)
  joined.set(b, a.length)
  return joined
}

/** Index just past the blank line that ends the first frame, or -1. Lines end in LF or CRLF. */
const endOfFrame = (bytes: Uint8Array, from: number): number => {
  let lineStart = from
  for (let at = bytes.indexOf(LF, from); at !== -1; at = bytes.indexOf(LF, at + 1)) {
    const isBlank = at === lineStart || (at === lineStart + 1 && bytes[lineStart] === CR)
    if (isBlank) return at + 1
    lineStart = at + 1
  }
  return -1
}

/** Cuts a byte stream into frames, wherever the network happened to split it. Frames keep their bytes, blank line included. */
export class FrameSplitter {
  #rest: Uint8Array = EMPTY

  /** The next chunk begins in the middle of a frame. */
  get isInFrame(): boolean {
    return this.#rest.length > 0
  }

  push(chunk: Uint8Array): readonly Uint8Array[] {
    const bytes = concat(this.#rest, chunk)
    const frames: Uint8Array[] = []
    let start = 0
    for (let end = endOfFrame(bytes, 0); end !== -1; end = endOfFrame(bytes, start)) {
      frames.push(bytes.subarray(start, end))
      start = end
    }
    this.#rest = start === 0 ? bytes : bytes.slice(start)
    if (this.#rest.length > MAX_FRAME_BYTES) throw new FrameTooLong()
    return frames
  }

  /** What is left when the stream ends: a last frame without its blank line, or nothing. */
  flush(): Uint8Array {
    const rest = this.#rest
    this.#rest = EMPTY
    return rest
  }
}

const decoder = new TextDecoder()

/** The `data` of a frame: all its data lines joined by a line feed; undefined for comments and other fields. */
export const dataOfFrame = (frame: Uint8Array): string | undefined => {
  const text = decoder.decode(frame)
  // Nearly every frame is one line of data: cut it out without taking the frame apart.
  if (text.startsWith('data: ') && text.indexOf('\n') === text.length - 2)
    return text.slice(6, text.charCodeAt(text.length - 3) === CR ? -3 : -2)
  const parts: string[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue
    const value = line.endsWith('\r') ? line.slice(5, -1) : line.slice(5)
    parts.push(value.startsWith(' ') ? value.slice(1) : value)
  }
  return parts.length === 0 ? undefined : parts.join('\n')
}
