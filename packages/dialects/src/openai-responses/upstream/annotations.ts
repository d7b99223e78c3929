import { countAt, textAt, type JsonObject } from '../../json.ts'
import { documentCitation, urlCitation } from '../../model/url-citation.ts'

/** A source in the form in which annotations are kept. Its passage is counted from its part, which begins at `base` in the answer. */
export const annotationOf = (annotation: unknown, base: number): readonly JsonObject[] => {
  const [start, end] = (['start_index', 'end_index'] as const).map((name) => base + (countAt(annotation, name) ?? 0))
  switch (textAt(annotation, 'type')) {
    case 'url_citation': {
      const url = textAt(annotation, 'url')
      return url === undefined
        ? []
        : [urlCitation({ url, title: textAt(annotation, 'title') ?? '', start: start ?? base, end: end ?? base })]
    }
    case 'file_citation': {
      const id = textAt(annotation, 'file_id')
      const place = base + (countAt(annotation, 'index') ?? 0)
      return id === undefined ? [] : [documentCitation({ id, title: textAt(annotation, 'filename') ?? '', start: place, end: place })]
    }
    default:
      return []
  }
}
