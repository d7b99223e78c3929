import { textAt, type JsonObject } from '../json.ts'
import { urlCitation } from '../model/url-citation.ts'

/** Where the cited text stands in the answer. */
export interface TextRange {
  readonly start: number
  readonly end: number
}

const isWebAddress = (text: string | undefined): text is string => text !== undefined && /^https?:\/\//i.test(text)

/** Sources in OpenAI's form, each once. It knows pages alone, so places in a document that the caller sent have none. */
export const annotationsOf = (citations: readonly unknown[], range: TextRange): readonly JsonObject[] => {
  const pages = new Map<string, string>()
  for (const citation of citations) {
    const url = textAt(citation, 'url') ?? textAt(citation, 'source')
    if (isWebAddress(url)) pages.set(url, textAt(citation, 'title') ?? '')
  }
  return [...pages].map(([url, title]) => urlCitation({ url, title, ...range }))
}
