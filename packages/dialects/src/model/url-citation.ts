import type { JsonObject } from '../json.ts'

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
