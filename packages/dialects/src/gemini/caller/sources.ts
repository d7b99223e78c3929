import { figureAt, objectAt, textAt, type JsonObject } from '../../json.ts'

interface Cited {
  readonly url: string
  readonly title: string
  readonly start: number | undefined
  readonly end: number | undefined
}

const citedBy = (annotation: JsonObject): readonly Cited[] => {
  const source = objectAt(annotation, 'url_citation') ?? annotation
  const url = textAt(source, 'url')
  if (url === undefined) return []
  return [{ url, title: textAt(source, 'title') ?? url, start: figureAt(source, 'start_index'), end: figureAt(source, 'end_index') }]
}

/** A chat counts characters, this wire bytes of UTF-8. */
const segmentOf = (text: string, start: number, end: number): JsonObject => {
  const characters = [...text]
  const startIndex = Buffer.byteLength(characters.slice(0, start).join(''))
  const quoted = characters.slice(start, end).join('')
  return { startIndex, endIndex: startIndex + Buffer.byteLength(quoted), text: quoted }
}

/** The sources of an answer, each named once, and the passages that rest on them. */
export const groundingOf = (annotations: readonly JsonObject[], text: string): JsonObject => {
  const cited = annotations.flatMap(citedBy)
  if (cited.length === 0) return {}
  const urls = [...new Set(cited.map(({ url }) => url))]
  const chunks = urls.map((url) => ({ web: { uri: url, title: cited.find((entry) => entry.url === url)?.title ?? url } }))
  const supports = cited.flatMap(({ url, start, end }) =>
    start === undefined || end === undefined ? [] : [{ segment: segmentOf(text, start, end), groundingChunkIndices: [urls.indexOf(url)] }],
  )
  return { groundingMetadata: { groundingChunks: chunks, ...(supports.length > 0 && { groundingSupports: supports }) } }
}
