import { arrayAt, figureAt, isObject, objectAt, textAt, type JsonObject } from '../json.ts'
import { documentCitation, urlCitation } from '../model/url-citation.ts'

/** An answer names dozens; each may cost a search through the whole text. */
const MAX_ANNOTATIONS = 500

interface Span {
  readonly start: number
  readonly end: number
}

/** A page, or a document without an address. */
interface Source {
  readonly url: string | undefined
  readonly title: string
}

const sourceIn = (place: unknown): readonly Source[] => {
  const url = textAt(place, 'uri')
  return url === undefined || url === '' ? [] : [{ url, title: textAt(place, 'title') || url }]
}

const PLACES = ['web', 'retrievedContext', 'maps', 'image'] as const

const documentIn = (chunk: unknown): Source | undefined => {
  const title = textAt(objectAt(chunk, 'retrievedContext'), 'title') ?? ''
  return title === '' ? undefined : { url: undefined, title }
}

const sourceOfChunk = (chunk: unknown): Source | undefined =>
  PLACES.flatMap((place) => sourceIn(objectAt(chunk, place)))[0] ?? documentIn(chunk)

const annotation = ({ url, title }: Source, span: Span): JsonObject =>
  url === undefined ? documentCitation({ id: title, title, ...span }) : urlCitation({ url, title, ...span })

/** This wire counts bytes of UTF-8, OpenAI's characters. */
class AnswerText {
  readonly #text: string
  readonly #bytes: Buffer
  /** The characters before each byte. */
  readonly #characters: Uint32Array

  constructor(text: string) {
    this.#text = text
    this.#bytes = Buffer.from(text)
    this.#characters = new Uint32Array(this.#bytes.length + 1)
    for (const [at, byte] of this.#bytes.entries())
      this.#characters[at + 1] = (this.#characters[at] ?? 0) + ((byte & 0xc0) === 0x80 ? 0 : 1)
  }

  get whole(): Span {
    return this.#span(0, this.#bytes.length)
  }

  /** The quoted words decide where a passage begins: whether it is counted from its part or from the whole text is not certain. */
  passage(segment: unknown, partStart: number): Span {
    const [from, to] = [figureAt(segment, 'startIndex') ?? 0, figureAt(segment, 'endIndex') ?? this.#bytes.length]
    const quoted = textAt(segment, 'text')
    if (quoted === undefined) return this.#span(partStart + from, partStart + to)
    const start = [partStart, 0].find((base) => this.#holds(quoted, base + from))
    if (start !== undefined) return this.#span(start + from, start + from + Buffer.byteLength(quoted))
    const at = this.#text.indexOf(quoted)
    if (at === -1) return this.#span(partStart + from, partStart + to)
    const before = Buffer.byteLength(this.#text.slice(0, at))
    return this.#span(before, before + Buffer.byteLength(quoted))
  }

  #holds(quoted: string, from: number): boolean {
    return this.#bytes.subarray(from, from + Buffer.byteLength(quoted)).equals(Buffer.from(quoted))
  }

  #span(from: number, to: number): Span {
    const end = this.#characterAt(Math.max(from, to))
    return { start: Math.min(this.#characterAt(from), end), end }
  }

  #characterAt(byte: number): number {
    return this.#characters[Math.min(byte, this.#bytes.length)] ?? 0
  }
}

/** Collects what an answer says of its sources while it comes. They can be told when all of the text is there. */
export class GeminiSources {
  #text = ''
  readonly #partStarts: number[] = []
  #bytes = 0
  #grounding: JsonObject | undefined
  readonly #citations: unknown[] = []

  /** One part of the answer; anything but text has none. */
  notePart(text: string): void {
    this.#partStarts.push(this.#bytes)
    this.#text += text
    this.#bytes += Buffer.byteLength(text)
  }

  noteCandidate(candidate: unknown): void {
    const grounding = objectAt(candidate, 'groundingMetadata')
    // Repeated with every chunk, the last one has all.
    if (arrayAt(grounding, 'groundingChunks').length > 0) this.#grounding = grounding
    const cited = objectAt(candidate, 'citationMetadata')
    this.#citations.push(...arrayAt(cited, 'citations'), ...arrayAt(cited, 'citationSources'))
  }

  annotations(): readonly JsonObject[] {
    if (this.#grounding === undefined && this.#citations.length === 0) return []
    const text = new AnswerText(this.#text)
    const cited = this.#citations.slice(0, MAX_ANNOTATIONS).flatMap((citation) => {
      const [source] = sourceIn(citation)
      return source === undefined ? [] : [annotation(source, text.passage({ ...(isObject(citation) ? citation : {}), text: undefined }, 0))]
    })
    const all = [...this.#grounded(text), ...cited]
    const known = new Set<string>()
    return all.slice(0, MAX_ANNOTATIONS).filter((entry) => {
      const key = JSON.stringify(entry)
      const isNew = !known.has(key)
      known.add(key)
      return isNew
    })
  }

  #grounded(text: AnswerText): readonly JsonObject[] {
    const sources = arrayAt(this.#grounding, 'groundingChunks').map(sourceOfChunk)
    const supports = arrayAt(this.#grounding, 'groundingSupports').slice(0, MAX_ANNOTATIONS)
    if (supports.length === 0) return sources.flatMap((source) => (source === undefined ? [] : [annotation(source, text.whole)]))
    return supports.flatMap((support) => {
      const segment = objectAt(support, 'segment')
      const span = text.passage(segment, this.#partStarts[figureAt(segment, 'partIndex') ?? 0] ?? 0)
      return arrayAt(support, 'groundingChunkIndices')
        .slice(0, MAX_ANNOTATIONS)
        .flatMap((index) => {
          const source = typeof index === 'number' ? sources[index] : undefined
          return source === undefined ? [] : [annotation(source, span)]
        })
    })
  }
}
