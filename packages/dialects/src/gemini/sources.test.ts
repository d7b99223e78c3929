import { describe, expect, it } from 'bun:test'
import { GeminiSources } from './sources.ts'

const source = { web: { uri: 'https://a.example/', title: 'A' } }

/** Where the passages are found in an answer of the parts "Äh. " and "Ja. Äh.", by characters. */
const placesOf = (...segments: readonly object[]) => {
  const sources = new GeminiSources()
  for (const part of ['Äh. ', 'Ja. Äh.']) sources.notePart(part)
  const groundingSupports = segments.map((segment) => ({ segment, groundingChunkIndices: [0] }))
  sources.noteCandidate({ groundingMetadata: { groundingChunks: [source], groundingSupports } })
  return sources.annotations().map(({ url_citation: cited }) => {
    const { start_index: start, end_index: end } = cited as { start_index: number; end_index: number }
    return [start, end]
  })
}

describe('the passages of an answer that have a source', () => {
  it('are counted from their part or from the whole text, as the quoted words tell', () => {
    expect(placesOf({ partIndex: 1, startIndex: 0, endIndex: 3, text: 'Ja.' })).toEqual([[4, 7]])
    expect(placesOf({ partIndex: 1, startIndex: 5, endIndex: 8, text: 'Ja.' })).toEqual([[4, 7]])
    expect(placesOf({ partIndex: 1, startIndex: 4, endIndex: 8, text: 'Äh.' })).toEqual([[8, 11]])
  })

  it('are counted by characters of any length', () => {
    const sources = new GeminiSources()
    sources.notePart('é中😀 ok')
    sources.noteCandidate({
      groundingMetadata: {
        groundingChunks: [source],
        groundingSupports: [{ segment: { startIndex: 10, endIndex: 12 }, groundingChunkIndices: [0] }],
      },
    })
    expect(sources.annotations()).toMatchObject([{ url_citation: { start_index: 4, end_index: 6 } }])
  })

  it('are looked for where the figures are wrong, and taken as told where they quote nothing', () => {
    expect(placesOf({ startIndex: 2, endIndex: 9, text: 'Ja. Äh.' })).toEqual([[4, 11]])
    expect(placesOf({ startIndex: 5, endIndex: 8 })).toEqual([[4, 7]])
  })

  it('end with the text, also where the figures lie beyond it', () => {
    expect(placesOf({ startIndex: 9, endIndex: 5000 }, { startIndex: 4000, endIndex: 5000, text: 'not in it' })).toEqual([
      [8, 11],
      [11, 11],
    ])
    expect(placesOf({ startIndex: 8, endIndex: 2 })).toEqual([[7, 7]])
  })

  it('are told once, and no more than can be read', () => {
    const same = { startIndex: 0, endIndex: 4 }
    expect(placesOf(same, same)).toEqual([[0, 3]])
    const many = Array.from({ length: 5000 }, (_, at) => ({ startIndex: 0, endIndex: at, text: `${at}` }))
    expect(placesOf(...many).length).toBeLessThanOrEqual(500)
  })
})
