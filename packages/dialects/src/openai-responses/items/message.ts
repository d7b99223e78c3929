import { countAt, objectAt, textAt, type JsonObject } from '../../json.ts'
import { citedDocument } from '../../model/url-citation.ts'
import { added, done, type OpenItem, type Step, type Where } from './item.ts'

interface TextPart {
  readonly kind: 'text'
  readonly text: string
  readonly annotations: readonly JsonObject[]
  readonly logprobs: readonly JsonObject[]
}

type Part = TextPart | { readonly kind: 'refusal'; readonly text: string }

const EMPTY = {
  text: { kind: 'text', text: '', annotations: [], logprobs: [] },
  refusal: { kind: 'refusal', text: '' },
} as const satisfies Readonly<Record<Part['kind'], Part>>

const wirePart = (part: Part): JsonObject =>
  part.kind === 'text'
    ? { type: 'output_text', text: part.text, annotations: part.annotations, logprobs: part.logprobs }
    : { type: 'refusal', refusal: part.text }

/** Where the passage begins, counted from the first word of the whole answer. Undefined where upstream does not tell. */
export const passageStart = (annotation: JsonObject): number | undefined => {
  const { start, end } = citedDocument(annotation) ?? {
    start: countAt(objectAt(annotation, 'url_citation'), 'start_index') ?? 0,
    end: countAt(objectAt(annotation, 'url_citation'), 'end_index') ?? 0,
  }
  return end > start ? start : undefined
}

/**
 * The fields of a source stand one level higher here than in a chat, and its passage is counted from the beginning of its message, which is
 * at `base` in the whole answer. A document is told where its passage ends.
 */
export const flatAnnotation = (annotation: JsonObject, base = 0): readonly JsonObject[] => {
  const document = citedDocument(annotation)
  if (document !== undefined) {
    return [{ type: 'file_citation', file_id: document.id, filename: document.title, index: Math.max(0, document.end - base) }]
  }
  const cited = objectAt(annotation, 'url_citation')
  const url = textAt(cited, 'url')
  if (url === undefined) return []
  const [start, end] = (['start_index', 'end_index'] as const).map((name) => Math.max(0, (countAt(cited, name) ?? 0) - base))
  return [{ type: 'url_citation', start_index: start, end_index: end, url, title: textAt(cited, 'title') ?? '' }]
}

/** Words and refusals of the model, part by part. */
export class MessageItem implements OpenItem {
  readonly place: number
  /** Upstream's seal on the thought behind the words. */
  signature: string | undefined
  /** How many characters of the answer came before it. */
  readonly start: number
  readonly #where: Where
  readonly #parts: Part[] = []

  constructor(place: number, id: string, start: number) {
    this.place = place
    this.start = start
    this.#where = { item_id: id, output_index: place }
  }

  begin = (): readonly Step[] => [added(this.#where, this.#item('in_progress', []))]

  write(kind: Part['kind'], delta: string): readonly Step[] {
    const [begun, at] = this.#partOf(kind)
    if (delta === '') return begun
    this.#change(at, (part) => ({ ...part, text: part.text + delta }))
    const payload = { ...this.#where, content_index: at, delta }
    return [...begun, kind === 'text' ? ['response.output_text.delta', { ...payload, logprobs: [] }] : ['response.refusal.delta', payload]]
  }

  /** Probabilities of words that have been written, so they come with a delta of none. */
  addLogprobs(logprobs: readonly JsonObject[]): readonly Step[] {
    const [begun, at] = this.#partOf('text')
    this.#change(at, (part) => (part.kind === 'text' ? { ...part, logprobs: [...part.logprobs, ...logprobs] } : part))
    return [...begun, ['response.output_text.delta', { ...this.#where, content_index: at, delta: '', logprobs }]]
  }

  /** Sources may be told after the words, also when the message is complete. */
  annotate(annotations: readonly JsonObject[]): readonly Step[] {
    const last = this.#parts.findLastIndex(({ kind }) => kind === 'text')
    const [begun, at] = last === -1 ? this.#partOf('text') : [[], last]
    return [...begun, ...annotations.map((annotation) => this.#annotate(annotation, at))]
  }

  close = (): readonly Step[] => [...this.#closePart(), done(this.#where, this.whole())]

  whole = (): JsonObject => this.#item('completed', this.#parts.map(wirePart))

  #item(status: 'in_progress' | 'completed', content: readonly JsonObject[]): JsonObject {
    return { id: this.#where.item_id, type: 'message', role: 'assistant', status, content }
  }

  #annotate(annotation: JsonObject, at: number): Step {
    const part = this.#parts[at]
    const place = part?.kind === 'text' ? part.annotations.length : 0
    this.#change(at, (text) => (text.kind === 'text' ? { ...text, annotations: [...text.annotations, annotation] } : text))
    return ['response.output_text.annotation.added', { ...this.#where, content_index: at, annotation_index: place, annotation }]
  }

  /** The last part where it is of that kind, or a new one. */
  #partOf(kind: Part['kind']): readonly [readonly Step[], number] {
    if (this.#parts.at(-1)?.kind === kind) return [[], this.#parts.length - 1]
    const closed = this.#closePart()
    const at = this.#parts.push(EMPTY[kind]) - 1
    return [[...closed, ['response.content_part.added', { ...this.#where, content_index: at, part: wirePart(EMPTY[kind]) }]], at]
  }

  #change(at: number, change: (part: Part) => Part): void {
    const part = this.#parts[at]
    if (part !== undefined) this.#parts[at] = change(part)
  }

  #closePart(): readonly Step[] {
    const part = this.#parts.at(-1)
    if (part === undefined) return []
    const place = { ...this.#where, content_index: this.#parts.length - 1 }
    const written: Step =
      part.kind === 'text'
        ? ['response.output_text.done', { ...place, text: part.text, logprobs: part.logprobs }]
        : ['response.refusal.done', { ...place, refusal: part.text }]
    return [written, ['response.content_part.done', { ...place, part: wirePart(part) }]]
  }
}
