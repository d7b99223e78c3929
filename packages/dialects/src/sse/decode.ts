import { joinBytes } from '../bytes.ts'
import { LineEnds } from './line-ends.ts'

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
const LINE_END = Uint8Array.of(LF)
const SPACE = 32
const OPENING_BRACE = 123
const OPENING_BRACKET = 91
const CLOSING_BRACE = 125
const codesOf = (text: string): readonly number[] => [...text].map((letter) => letter.charCodeAt(0))
const FIELD = codesOf('data:')
const NAME = codesOf('event:')

const isAt = (codes: readonly number[], bytes: Uint8Array, start: number): boolean => codes.every((code, at) => bytes[start + at] === code)

/** The name of an event, or a line of data that begins an object or is the end mark. */
const beginsEvent = (bytes: Uint8Array, start: number): boolean => {
  if (isAt(NAME, bytes, start)) return true
  if (!isAt(FIELD, bytes, start)) return false
  const at = start + FIELD.length
  const first = bytes[bytes[at] === SPACE ? at + 1 : at]
  return first === OPENING_BRACE || first === OPENING_BRACKET
}

const endsObject = (bytes: Uint8Array, end: number): boolean => bytes[bytes[end - 1] === CR ? end - 2 : end - 1] === CLOSING_BRACE

/** How far the search for a frame's end has come. */
interface Search {
  /** Where the line begins that is being read. */
  readonly lineStart: number
  readonly at: number
}

const BEGINNING: Search = { lineStart: 0, at: 0 }

/**
 * Cuts a byte stream into frames, wherever the network happened to split it. Frames keep their bytes, blank line included, unless lines end in CR. What is left
 * over is kept with room to grow and searched once: a long frame in small pieces would otherwise be copied with each of them.
 */
export class FrameSplitter {
  readonly #isJson: boolean
  #buffer: Uint8Array = EMPTY
  #rest: Uint8Array = EMPTY
  #search = BEGINNING
  readonly #lineEnds = new LineEnds()

  /** `json`: the data of every frame is JSON. */
  constructor(data: 'json' | 'text' = 'text') {
    this.#isJson = data === 'json'
  }

  /** The next chunk begins in the middle of a frame. */
  get isInFrame(): boolean {
    return this.#rest.length > 0
  }

  push(given: Uint8Array): readonly Uint8Array[] {
    const chunk = this.#lineEnds.read(given)
    const bytes = this.#rest.length === 0 ? chunk : this.#append(chunk)
    const frames: Uint8Array[] = []
    let start = 0
    let end = this.#endOfFrame(bytes, this.#search, start)
    for (; typeof end === 'number'; end = this.#endOfFrame(bytes, { lineStart: start, at: start }, start)) {
      frames.push(bytes.subarray(start, end))
      start = end
    }
    this.#search = { lineStart: end.lineStart - start, at: end.at - start }
    // A copy: the frames before it, and the chunk itself, belong to others from now on.
    if (start > 0 || this.#rest.length === 0) this.#rest = this.#buffer = start === bytes.length ? EMPTY : bytes.slice(start)
    else this.#rest = bytes
    if (this.#rest.length > MAX_FRAME_BYTES) throw new FrameTooLong()
    return frames
  }

  /**
   * Index just past the blank line that ends the frame, or where to go on once there is more. Lines end in LF or CRLF. Some upstreams
   * leave out the blank lines: in JSON no line begins an object right after one that ended an object, so there a line of data is a frame, with
   * the name before it.
   */
  #endOfFrame(bytes: Uint8Array, search: Search, start: number): number | Search {
    let { lineStart } = search
    for (let at = bytes.indexOf(LF, search.at); at !== -1; at = bytes.indexOf(LF, at + 1)) {
      const isBlank = at === lineStart || (at === lineStart + 1 && bytes[lineStart] === CR)
      if (isBlank) return at + 1
      if (this.#isJson && lineStart > start && endsObject(bytes, lineStart - 1) && beginsEvent(bytes, lineStart)) return lineStart
      lineStart = at + 1
    }
    return { lineStart, at: bytes.length }
  }

  #append(chunk: Uint8Array): Uint8Array {
    const length = this.#rest.length + chunk.length
    if (length > this.#buffer.length) {
      this.#buffer = new Uint8Array(length * 2)
      this.#buffer.set(this.#rest)
    }
    this.#buffer.set(chunk, this.#rest.length)
    return this.#buffer.subarray(0, length)
  }

  /** What is left when the stream ends: a last frame without its blank line, or nothing. */
  flush(): Uint8Array {
    const rest = this.#rest
    this.#rest = this.#buffer = EMPTY
    this.#search = BEGINNING
    return rest
  }

  /** The same frame by frame, where several came without blank lines. Each ends in a line end. */
  flushFrames(): readonly Uint8Array[] {
    const rest = this.flush()
    if (rest.length === 0) return []
    const lines = new FrameSplitter(this.#isJson ? 'json' : 'text')
    const frames = lines.push(joinBytes([rest, LINE_END]))
    const last = lines.flush()
    return last.length === 0 ? frames : [...frames, last]
  }
}

const decoder = new TextDecoder()
const DATA = 'data: '

/** The `data` of a frame: all its data lines joined by a line feed; undefined for comments and other fields. */
export const dataOfFrame = (frame: Uint8Array): string | undefined => {
  const text = decoder.decode(frame)
  // Nearly every frame is one line of data, at times after its name: cut it out without taking the frame apart.
  const start = text.startsWith('event: ') ? text.indexOf('\n') + 1 : 0
  if (text.startsWith(DATA, start) && text.indexOf('\n', start) === text.length - 2)
    return text.slice(start + DATA.length, text.charCodeAt(text.length - 3) === CR ? -3 : -2)
  const parts: string[] = []
  for (const line of text.split('\n')) {
    if (!line.startsWith('data:')) continue
    const value = line.endsWith('\r') ? line.slice(5, -1) : line.slice(5)
    parts.push(value.startsWith(' ') ? value.slice(1) : value)
  }
  return parts.length === 0 ? undefined : parts.join('\n')
}
