import { arrayAt, countAt, objectAt, textAt, type JsonObject } from '@weir/dialects/json'

/** What a source says of itself: a document given with the call, or a result of a tool. */
const pageOf = (source: unknown): JsonObject | undefined => objectAt(source, 'document') ?? objectAt(source, 'tool_output')

/**
 * A passage and its sources as annotations. Clients know sources with an address only, so others are left out.
 * `offsetOf` gives where a piece of the content begins in the whole text.
 */
export const annotationsOf = (citation: unknown, offsetOf: (piece: number) => number): readonly JsonObject[] => {
  const [start, end, type] = [countAt(citation, 'start'), countAt(citation, 'end'), textAt(citation, 'type') ?? 'TEXT_CONTENT']
  if (start === undefined || end === undefined || type !== 'TEXT_CONTENT') return []
  const offset = offsetOf(countAt(citation, 'content_index') ?? 0)
  return arrayAt(citation, 'sources').flatMap((source) => {
    const page = pageOf(source)
    const url = textAt(page, 'url')
    if (url === undefined) return []
    const place = { start_index: offset + start, end_index: offset + end }
    return [{ type: 'url_citation', url_citation: { url, title: textAt(page, 'title') ?? '', ...place } }]
  })
}
