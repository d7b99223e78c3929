import { describe, expect, it } from 'bun:test'
import type { JsonObject } from '../../json.ts'
import { UnsupportedInput } from '../../model/unsupported-input.ts'
import type { ToolKind } from '../../model/usage.ts'
import { geminiWire } from './caller-wire.ts'
import { geminiTools } from './fee-tools.ts'
import { geminiCall } from '../../testing/gemini-call.ts'

const bodyOf = (...tools: readonly object[]): JsonObject =>
  geminiCall({ contents: [{ role: 'user', parts: [{ text: 'hello' }] }], tools }).body

const refusalOf = (body: JsonObject, ...sold: readonly ToolKind[]): readonly string[] => {
  try {
    geminiTools.sold(body, { sells: (kind) => sold.includes(kind), isReasoning: false })
    return []
  } catch (error) {
    if (error instanceof UnsupportedInput) return [error.param, error.message]
    throw error
  }
}

describe('tools that Google runs', () => {
  it('name a search by its place', () => {
    expect(geminiTools.searchIn?.(bodyOf({ functionDeclarations: [] }, { google_maps: {} }, { google_search: {} }))).toEqual({
      param: 'tools[2].googleSearch',
      name: 'googleSearch',
    })
    expect(geminiTools.searchIn?.(bodyOf({ google_maps: {} }))).toBeUndefined()
  })

  it('are refused by their place where they have no fee, with the fees that would do', () => {
    expect(refusalOf(bodyOf({ functionDeclarations: [], google_search: {} }))).toEqual([
      'tools[0].googleSearch',
      "The tool googleSearch has no price for this model: leave it out, or have fees.webSearch or fees.groundedPrompt set in the model's price sheet",
    ])
    expect(refusalOf(bodyOf({ googleMaps: {} }), 'webSearch')[1]).toContain('fees.mapsGrounding')
    expect(refusalOf(bodyOf({ fileSearch: {} }), 'webSearch', 'fileSearch')).toEqual([
      'tools[0].fileSearch',
      'The tool fileSearch has no price for this model: leave it out',
    ])
  })

  it('are offered with either fee of a search, and without one where they cost tokens alone', () => {
    expect(refusalOf(bodyOf({ google_search: {} }), 'webSearch')).toEqual([])
    expect(refusalOf(bodyOf({ googleSearchRetrieval: {} }), 'groundedPrompt')).toEqual([])
    expect(refusalOf(bodyOf({ codeExecution: {} }, { url_context: {} }))).toEqual([])
  })

  it('are held for by every fee that may fall due', () => {
    expect(geminiTools.kindsIn(bodyOf({ googleSearch: {} }, { googleMaps: {} }))).toEqual({
      webSearch: 1,
      groundedPrompt: 1,
      mapsGrounding: 1,
    })
    expect(geminiTools.kindsIn(bodyOf({ urlContext: {} }))).toEqual({})
  })
})

describe('what an answer of Google rests on', () => {
  const web = { web: { uri: 'https://a.example' } }
  const place = { maps: { uri: 'https://maps.example', placeId: 'p' } }
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 4 }
  const chunk = (groundingMetadata: object) => ({ candidates: [{ content: { parts: [{ text: 'x' }] }, groundingMetadata }], usageMetadata })
  const callsOf = (groundingMetadata: object, ...tools: readonly object[]) =>
    geminiWire.inspectReply(chunk(groundingMetadata), { body: bodyOf(...tools) }).usage?.calls

  it('is counted by queries, each once and none that is empty, and as one answer', () => {
    const grounding = { webSearchQueries: ['a', 'b', 'a', ''], groundingChunks: [web] }
    expect(callsOf(grounding, { googleSearch: {} })).toEqual({ webSearch: 2, groundedPrompt: 1 })
  })

  it('is no grounded answer where the search found nothing', () => {
    expect(callsOf({ webSearchQueries: ['a'] }, { googleSearch: {} })).toEqual({ webSearch: 1 })
    expect(callsOf({ groundingChunks: [web] }, { googleSearch: {} })).toBeUndefined()
  })

  it('is a map where places are its sources, and no search besides', () => {
    const grounding = { webSearchQueries: ['cafes'], groundingChunks: [place] }
    expect(callsOf(grounding, { googleSearch: {} }, { googleMaps: {} })).toEqual({ mapsGrounding: 1 })
    expect(callsOf({ ...grounding, groundingChunks: [place, web] }, { googleSearch: {} }, { googleMaps: {} })).toEqual({
      webSearch: 1,
      groundedPrompt: 1,
      mapsGrounding: 1,
    })
  })

  it('costs nothing more where no tool with a fee was declared', () => {
    expect(callsOf({ webSearchQueries: ['a'], groundingChunks: [web] }, { urlContext: {} })).toBeUndefined()
  })

  it('adds up over the chunks of a stream that repeats it', () => {
    const tap = geminiWire.openTap({ body: bodyOf({ googleSearch: {} }) })
    tap.read(chunk({ webSearchQueries: ['a'] }))
    tap.read(chunk({ webSearchQueries: ['a', 'b'], groundingChunks: [web] }))
    expect(tap.calls?.()).toEqual({ webSearch: 2, groundedPrompt: 1 })
    expect(tap.read(chunk({})).usage?.calls).toEqual({ webSearch: 2, groundedPrompt: 1 })
  })
})
