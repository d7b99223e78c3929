import { expect, it } from 'bun:test'
import type { ChatEvent } from '../../model/event.ts'
import type { FinishReason } from '../../model/finish-reason.ts'
import { GeminiRenderer } from './render-stream.ts'

const META = { id: 'r1', created: 1, model: 'm', body: {}, estimatedInput: 1 }
const THINKS = { ...META, body: { generationConfig: { thinkingConfig: { includeThoughts: true } } } }
const CITED = { type: 'url_citation', url_citation: { url: 'u', title: 'T', start_index: 0, end_index: 2 } }

const textOf = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString()
const wrapped = (candidate: object, rest: object = {}) => ({
  candidates: [{ ...candidate, index: 0 }],
  modelVersion: 'm',
  responseId: 'r1',
  ...rest,
})
const frame = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`
const saying = (...parts: readonly object[]): string => frame(wrapped({ content: { role: 'model', parts } }))
const last = (parts: readonly object[], rest: object = {}, usage: object = {}): string =>
  frame(wrapped({ content: { role: 'model', parts }, finishReason: 'STOP', ...rest }, usage))

const ENDS = last([{ text: '' }])

const written = (events: readonly ChatEvent[], meta = META): readonly string[] => {
  const writer = new GeminiRenderer(meta, false)
  return [...events.map((event) => textOf(writer.render(event))), textOf(writer.end(undefined))]
}

it.each<readonly [ChatEvent, string, string]>([
  [{ kind: 'text', text: 'a' }, saying({ text: 'a' }), ENDS],
  [{ kind: 'text', text: '' }, '', ENDS],
  [{ kind: 'text', text: 'a', signature: 's' }, saying({ text: 'a' }), last([{ text: '', thoughtSignature: 's' }])],
  [{ kind: 'refusal', text: 'no' }, saying({ text: 'no' }), ENDS],
  [{ kind: 'reasoning', text: 'hm' }, '', ENDS],
  [{ kind: 'image', image: { mimeType: 'image/png', data: 'AA' } }, saying({ inlineData: { mimeType: 'image/png', data: 'AA' } }), ENDS],
  [
    { kind: 'audio', audio: { data: 'BB', transcript: 'hi' } },
    saying({ text: 'hi' }, { inlineData: { mimeType: 'audio/wav', data: 'BB' } }),
    ENDS,
  ],
  [{ kind: 'audio', audio: { data: '', transcript: '' } }, '', ENDS],
  [{ kind: 'audio', audio: { id: 'x' } }, '', ENDS],
  [
    { kind: 'logprobs', logprobs: [{ token: 'a', logprob: -1 }] },
    frame(wrapped({ logprobsResult: { chosenCandidates: [{ token: 'a', logProbability: -1 }], topCandidates: [{ candidates: [] }] } })),
    ENDS,
  ],
  [{ kind: 'traits', traits: { serviceTier: 'x' } }, '', ENDS],
  [{ kind: 'failed', failure: { fault: 'broken', message: '' } }, '', ENDS],
])('writes %j', (event, chunk, end) => {
  expect(written([event])).toEqual([chunk, end])
})

it('tells at the end what was searched for, each query once', () => {
  const search = (...queries: readonly string[]): ChatEvent => ({ kind: 'search', search: { queries, sources: [], hasFailed: false } })
  expect(written([search('a', 'b'), search('b')]).slice(-1)).toEqual([
    last([{ text: '' }], { groundingMetadata: { webSearchQueries: ['a', 'b'] } }),
  ])
})

it('shows thoughts that were asked for, and none without words', () => {
  const thoughts: readonly ChatEvent[] = [
    { kind: 'reasoning', text: 'hm' },
    { kind: 'reasoning', text: '' },
  ]
  expect(written(thoughts, THINKS)).toEqual([saying({ text: 'hm', thought: true }), '', ENDS])
})

it('tells calls whole, at the end and in their order, the first with what stands behind them', () => {
  const events: readonly ChatEvent[] = [
    { kind: 'tool-call-begun', index: 0, id: 'c0', name: 'f', signature: 'sig' },
    { kind: 'tool-call-arguments', index: 0, fragment: '{"x":' },
    { kind: 'tool-call-begun', index: 1, id: 'c1', name: 'g' },
    { kind: 'tool-call-arguments', index: 0, fragment: '1}' },
    { kind: 'tool-call-arguments', index: 1, fragment: 'oops' },
    { kind: 'tool-call-arguments', index: 7, fragment: 'lost' },
  ]
  expect(written(events).slice(-1)).toEqual([
    last([
      { functionCall: { id: 'c0', name: 'f', args: { x: 1 } }, thoughtSignature: 'sig' },
      { functionCall: { id: 'c1', name: 'g', args: { arguments: 'oops' } } },
    ]),
  ])
})

it('carries signed thoughts on its calls, or at its end where there are none', () => {
  const seal = Buffer.from('weir.1.gemini.{"sealed":[{"type":"x"}]}').toString('base64')
  const thought: ChatEvent = { kind: 'reasoning', text: 'hm', sealed: [{ type: 'x' }] }
  expect(written([thought]).slice(-1)).toEqual([last([{ text: '', thoughtSignature: seal }])])
  expect(written([thought, { kind: 'tool-call-begun', index: 0, id: 'c', name: 'f' }]).slice(-1)).toEqual([
    last([{ functionCall: { id: 'c', name: 'f', args: {} }, thoughtSignature: seal }]),
  ])
})

it('names the sources of everything that was said', () => {
  const events: readonly ChatEvent[] = [
    { kind: 'text', text: 'Ü' },
    { kind: 'annotations', annotations: [CITED] },
    { kind: 'text', text: 'b' },
  ]
  const groundingMetadata = {
    groundingChunks: [{ web: { uri: 'u', title: 'T' } }],
    groundingSupports: [{ segment: { startIndex: 0, endIndex: 3, text: 'Üb' }, groundingChunkIndices: [0] }],
  }
  expect(written(events)).toEqual([saying({ text: 'Ü' }), '', saying({ text: 'b' }), last([{ text: '' }], { groundingMetadata })])
})

it.each<readonly [FinishReason, string]>([
  ['stop', 'STOP'],
  ['length', 'MAX_TOKENS'],
  ['tool_calls', 'STOP'],
  ['content_filter', 'SAFETY'],
])('ends for %p with %p', (reason, finishReason) => {
  expect(written([{ kind: 'finished', reason }])).toEqual(['', last([{ text: '' }], { finishReason })])
})

it('tells the usage with the end', () => {
  const usage = { input: 5, cacheRead: 0, cacheWrite: 0, output: 7, reasoning: 0, imageOutput: 4, source: 'upstream' } as const
  const usageMetadata = {
    promptTokenCount: 5,
    candidatesTokenCount: 7,
    totalTokenCount: 12,
    candidatesTokensDetails: [
      { modality: 'TEXT', tokenCount: 3 },
      { modality: 'IMAGE', tokenCount: 4 },
    ],
  }
  expect(textOf(new GeminiRenderer(META, false).end(usage))).toBe(last([{ text: '' }], {}, { usageMetadata }))
})

it('writes one array for those who ask for no events', () => {
  const begun = new GeminiRenderer(META, true)
  const body = textOf(begun.render({ kind: 'text', text: 'a' })) + textOf(begun.end(undefined))
  expect(body).toStartWith('[{')
  expect(body).toEndWith('}]\n')
  expect((JSON.parse(body) as unknown[]).length).toBe(2)
})

it.each([false, true])('tells a failure inside the stream, as an array: %p', (isArray) => {
  const error = { status: 503, requestId: 'r', message: 'No.', type: 't' }
  const told = {
    error: {
      code: 503,
      message: 'No.',
      status: 'UNAVAILABLE',
      details: [{ '@type': 'type.googleapis.com/google.rpc.RequestInfo', requestId: 'r' }],
    },
  }
  expect(textOf(new GeminiRenderer(META, isArray).failure(error))).toBe(isArray ? `[${JSON.stringify(told)}]\n` : frame(told))
})
