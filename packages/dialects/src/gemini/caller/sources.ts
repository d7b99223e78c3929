import { figureAt, objectAt, textAt, type JsonObject } from '../../json.ts'
import type { WebSearch } from '../../model/event.ts'
import { citedDocument } from '../../model/url-citation.ts'

interface Cited {
  /** Each source is named once. */
  readonly key: string
  readonly chunk: JsonObject
  readonly start: number | undefined
  readonly end: number | undefined
}

const citedBy = (annotation: JsonObject): readonly Cited[] => {
  const document = citedDocument(annotation)
  if (document !== undefined) {
    const { id, title, start, end } = document
    return [{ key: `document ${id}`, chunk: { retrievedContext: { title: title || id } }, start, end }]
  }
  const source = objectAt(annotation, 'url_citation') ?? annotation
  const url = textAt(source, 'url')
  if (url === undefined) return []
  const chunk = { web: { uri: url, title: textAt(source, 'title') ?? url } }
  return [{ key: `page ${url}`, chunk, start: figureAt(source, 'start_index'), end: figureAt(source, 'end_index') }]
}

/** A chat counts characters, this wire bytes of UTF-8. */
const segmentOf = (text: string, start: number, end: number): JsonObject => {
  const characters = [...text]
  const startIndex = Buffer.byteLength(characters.slice(0, start).join(''))
  const quoted = characters.slice(start, end).join('')
  return { startIndex, endIndex: startIndex + Buffer.byteLength(quoted), text: quoted }
}

/** What was searched for, the sources of an answer, each named once, and the passages that rest on them. */
export const groundingOf = (annotations: readonly JsonObject[], text: string, searches: readonly WebSearch[] = []): JsonObject => {
  const cited = annotations.flatMap(citedBy)
  const queries = [...new Set(searches.flatMap((search) => search.queries))]
  if (cited.length === 0 && queries.length === 0) return {}
  const sources = cited.filter(({ key }, at) => cited.findIndex((other) => other.key === key) === at)
  const chunks = sources.map(({ chunk }) => chunk)
  const placeOf = (key: string): number => sources.findIndex((source) => source.key === key)
  const supports = cited.flatMap(({ key, start, end }) =>
    start === undefined || end === undefined ? [] : [{ segment: segmentOf(text, start, end), groundingChunkIndices: [placeOf(key)] }],
  )
  return {
    groundingMetadata: {
      ...(queries.length > 0 && { webSearchQueries: queries }),
      ...(chunks.length > 0 && { groundingChunks: chunks }),
      ...(supports.length > 0 && { groundingSupports: supports }),
    },
  }
}
