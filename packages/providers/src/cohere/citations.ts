import { arrayAt, countAt, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { documentCitation, urlCitation } from '@weir/dialects/model/url-citation'

/** What a source says of itself: a document given with the call, or a result of a tool. */
const pageOf = (source: unknown): JsonObject | undefined => objectAt(source, 'document') ?? objectAt(source, 'tool_output')

/**
 * A passage and its sources as annotations, those without an address by their id.
 * `offsetOf` gives where a piece of the content begins in the whole text.
 */
export const annotationsOf = (citation: unknown, offsetOf: (piece: number) => number): readonly JsonObject[] => {
  const [start, end, type] = [countAt(citation, 'start'), countAt(citation, 'end'), textAt(citation, 'type') ?? 'TEXT_CONTENT']
  if (start === undefined || end === undefined || type !== 'TEXT_CONTENT') return []
  const offset = offsetOf(countAt(citation, 'content_index') ?? 0)
  const place = { start: offset + start, end: offset + end }
  return arrayAt(citation, 'sources').flatMap((source) => {
    const page = pageOf(source)
    const [url, title, id] = [textAt(page, 'url'), textAt(page, 'title') ?? '', textAt(source, 'id') ?? textAt(page, 'id')]
    if (url !== undefined) return [urlCitation({ url, title, ...place })]
    return id === undefined ? [] : [documentCitation({ id, title, ...place })]
  })
}
