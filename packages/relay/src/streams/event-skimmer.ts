import { endOfString, unescaped } from '@weir/dialects/openai-chat/skim/plain-delta'

/** Numbers as values, such as figures that grow from event to event. */
const NUMBER = /(?<=": ?)\d{1,15}(?=[,}\]])/g
/** After so many events that none was like, a stream is taken for one whose events differ in more than that. */
const MAX_MISSES = 8

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

interface Pattern {
  readonly before: string
  /** What stands after the words, between the numbers in it. */
  readonly after: readonly string[]
  readonly hasFigures: boolean
}

interface Piece {
  readonly words: string
  readonly end: number
}

const ZERO = 48

/** Just past the number at that place, as JSON writes whole numbers; -1 where there is none. */
const endOfNumber = (text: string, start: number): number => {
  let at = start
  for (let code = text.charCodeAt(at); code >= ZERO && code < ZERO + 10; code = text.charCodeAt(at)) at++
  const isWritten = at > start && at - start <= 15 && (at === start + 1 || text.charCodeAt(start) !== ZERO)
  return isWritten ? at : -1
}

/** Just past everything that stands after the words; -1 where it is something else. */
const endOfRest = (text: string, start: number, after: readonly string[]): number => {
  let at = start
  for (let place = 0; place < after.length; place++) {
    if (place > 0) at = endOfNumber(text, at)
    const literal = after[place] ?? ''
    if (at === -1 || !text.startsWith(literal, at)) return -1
    at += literal.length
  }
  return at
}

const readPiece = (packet: string, start: number, { before, after }: Pattern): Piece | undefined => {
  if (!packet.startsWith(before, start)) return undefined
  const from = start + before.length
  const to = endOfString(packet, from)
  const end = to === -1 ? -1 : endOfRest(packet, to, after)
  const words = end === -1 ? undefined : unescaped(packet.slice(from, to))
  return words === undefined ? undefined : { words, end }
}

/**
 * Reads the words off events that are nothing but words, a whole packet at a time. Within one stream such events differ in their words and
 * in numbers alone: one that is otherwise like an event that was parsed and passed on needs neither.
 */
export class EventSkimmer {
  readonly #mark: RegExp
  #pattern: Pattern | undefined
  #misses = 0
  #figures: string | undefined

  /** `mark` finds where the words begin. */
  constructor(mark: RegExp) {
    this.#mark = mark
  }

  /** The words of all events in a packet; undefined when it holds anything else, or less than whole events. */
  skim(bytes: Uint8Array): string | undefined {
    const pattern = this.#pattern
    if (pattern === undefined || bytes.length === 0) return undefined
    const packet = decoder.decode(bytes)
    let words = ''
    let last = 0
    for (let at = 0; at < packet.length;) {
      const piece = readPiece(packet, at, pattern)
      if (piece === undefined) return undefined
      words += piece.words
      last = at
      at = piece.end
    }
    this.#misses = 0
    if (pattern.hasFigures) this.#figures = packet.slice(packet.indexOf('data: ', last) + 'data: '.length)
    return words
  }

  /** The data of the newest event with figures that was not parsed. It is handed out once. */
  takeFigures(): string | undefined {
    const figures = this.#figures
    this.#figures = undefined
    return figures
  }

  /** Remembers an event that was parsed, found to be nothing but these words and passed on as it came. */
  learn(frame: Uint8Array, words: string, hasFigures: boolean): void {
    this.#pattern = undefined
    if (this.#misses > MAX_MISSES) return
    const text = decoder.decode(frame)
    const found = this.#mark.exec(text)
    if (found === null) return
    const from = found.index + found[0].length
    const to = endOfString(text, from)
    const isAll = to !== -1 && unescaped(text.slice(from, to)) === words && !this.#mark.test(text.slice(to))
    if (!isAll) return
    this.#misses++
    this.#pattern = { before: text.slice(0, from), after: text.slice(to).split(NUMBER), hasFigures }
  }
}
