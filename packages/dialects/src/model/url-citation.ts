import { countAt, objectAt, textAt, type JsonObject } from '../json.ts'

const HIGH_SURROGATES = /[\ud800-\udbff]/g

/** Characters of a text as passages are counted: one that takes two places in a string is one. */
export const charactersIn = (text: string): number => text.length - (text.match(HIGH_SURROGATES)?.length ?? 0)

/** A page on the web and the piece of the answer's text that rests on it, by its first character and the one after its last. */
export interface CitedPage {
  readonly url: string
  readonly title: string
  readonly start: number
  readonly end: number
}

/** The page in OpenAI's form, as annotations are kept. */
export const urlCitation = ({ url, title, start, end }: CitedPage): JsonObject => ({
  type: 'url_citation',
  url_citation: { start_index: start, end_index: end, url, title },
})

/** A source without an address, such as a document of the caller's or a result of a tool, and the piece of the text that rests on it. */
export interface CitedDocument {
  readonly id: string
  readonly title: string
  readonly start: number
  readonly end: number
}

/** The document as annotations are kept. A chat has no form for it, other wires do. */
export const documentCitation = ({ id, title, start, end }: CitedDocument): JsonObject => ({
  type: 'file_citation',
  file_citation: { file_id: id, filename: title, start_index: start, end_index: end },
})

/**
 * Where a message of a chat tells of documents. Beside pages they would make clients refuse the whole answer; a field that clients do not know
 * is passed over.
 */
export const DOCUMENT_ANNOTATIONS = 'document_annotations'

/** The document that an annotation names, if it names one. */
export const citedDocument = (annotation: JsonObject): CitedDocument | undefined => {
  const cited = objectAt(annotation, 'file_citation')
  const id = textAt(cited, 'file_id')
  if (id === undefined) return undefined
  const [start, end] = [countAt(cited, 'start_index') ?? 0, countAt(cited, 'end_index') ?? 0]
  return { id, title: textAt(cited, 'filename') ?? '', start, end }
}

/** What a chat can say of the sources: its clients refuse a whole answer over an annotation of another kind. */
export const pagesAlone = (annotations: readonly JsonObject[]): readonly JsonObject[] =>
  annotations.filter((annotation) => citedDocument(annotation) === undefined)
