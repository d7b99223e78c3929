import { countAt, textAt, type JsonObject } from '../json.ts'
import { documentCitation, urlCitation } from '../model/url-citation.ts'

/** Where the cited text stands in the answer. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const isWebAddress = (text: string | undefined): text is string => text !== undefined && /^https?:\/\//i.test(text)

/** A document by the name its caller gave it, or by its place in the call. */
const documentOf = (citation: unknown): { readonly id: string; readonly title: string } | undefined => {
  const [source, place] = [textAt(citation, 'source'), countAt(citation, 'document_index')]
  const id = textAt(citation, 'file_id') ?? source ?? (place === undefined ? undefined : `document-${place}`)
  return id === undefined ? undefined : { id, title: textAt(citation, 'document_title') ?? textAt(citation, 'title') ?? '' }
}

/** Sources in the form in which annotations are kept, each once. */
export const annotationsOf = (citations: readonly unknown[], range: TextRange): readonly JsonObject[] => {
  const sources = new Map<string, JsonObject>()
  for (const citation of citations) {
    const [url, document] = [textAt(citation, 'url') ?? textAt(citation, 'source'), documentOf(citation)]
    if (isWebAddress(url)) sources.set(url, urlCitation({ url, title: textAt(citation, 'title') ?? '', ...range }))
    else if (document !== undefined) sources.set(document.id, documentCitation({ ...document, ...range }))
  }
  return [...sources.values()]
}
