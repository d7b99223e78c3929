import { expect, it } from 'bun:test'
import { renderMessagesReply } from './anthropic-messages/caller/render-reply.ts'
import { groundingOf } from './gemini/caller/sources.ts'
import { parseJson } from './json.ts'
import { renderReply } from './openai-chat/render-reply.ts'
import { StreamRenderer } from './openai-chat/render-stream.ts'
import { flatAnnotation } from './openai-responses/items/message.ts'
import { documentCitation, urlCitation } from './model/url-citation.ts'

const document = documentCitation({ id: 'doc:3', title: 'Manual', start: 2, end: 6 })
const unnamed = documentCitation({ id: 'doc:4', title: '', start: 0, end: 1 })
const page = urlCitation({ url: 'https://a.example', title: 'A', start: 2, end: 6 })
const meta = { id: 'r', created: 1, model: 'm' }
const reply = (annotations: readonly object[]) => ({
  text: 'It rains.',
  reasoning: '',
  toolCalls: [],
  finishReason: 'stop' as const,
  usage: undefined,
  annotations: annotations.map((annotation) => ({ ...annotation })),
})

it('keeps a document in one form', () => {
  expect(document).toEqual({
    type: 'file_citation',
    file_citation: { file_id: 'doc:3', filename: 'Manual', start_index: 2, end_index: 6 },
  })
})

it('names pages alone in a chat, whose clients refuse other kinds', () => {
  expect(parseJson(renderReply(reply([document, page]), meta))).toMatchObject({ choices: [{ message: { annotations: [page] } }] })
  expect(renderReply(reply([document]), meta)).not.toContain('annotations')
  const renderer = new StreamRenderer(meta, false)
  const frame = (annotations: readonly object[]) =>
    renderer.render({ kind: 'annotations', annotations: annotations.map((annotation) => ({ ...annotation })) })
  expect(frame([document])).toBeUndefined()
  expect(new TextDecoder().decode(frame([document, page]))).toContain(`"annotations":${JSON.stringify([page])}`)
})

it('names a document in a response by where its passage ends', () => {
  expect([document, unnamed].flatMap((annotation) => flatAnnotation(annotation))).toEqual([
    { type: 'file_citation', file_id: 'doc:3', filename: 'Manual', index: 6 },
    { type: 'file_citation', file_id: 'doc:4', filename: '', index: 1 },
  ])
})

it('names a document in a message as a result that was given', () => {
  const location = { type: 'search_result_location', cited_text: '', search_result_index: 0, start_block_index: 0, end_block_index: 1 }
  expect(parseJson(renderMessagesReply(reply([document, unnamed]), { ...meta, body: {}, estimatedInput: 0 }))).toMatchObject({
    content: [
      {
        type: 'text',
        citations: [
          { ...location, source: 'doc:3', title: 'Manual' },
          { ...location, source: 'doc:4', title: null },
        ],
      },
    ],
  })
})

it('names a document to a Gemini caller once, apart from pages', () => {
  expect(groundingOf([document, page, document, unnamed], 'It rains.')).toEqual({
    groundingMetadata: {
      groundingChunks: [
        { retrievedContext: { title: 'Manual' } },
        { web: { uri: 'https://a.example', title: 'A' } },
        { retrievedContext: { title: 'doc:4' } },
      ],
      groundingSupports: [
        { segment: { startIndex: 2, endIndex: 6, text: ' rai' }, groundingChunkIndices: [0] },
        { segment: { startIndex: 2, endIndex: 6, text: ' rai' }, groundingChunkIndices: [1] },
        { segment: { startIndex: 2, endIndex: 6, text: ' rai' }, groundingChunkIndices: [0] },
        { segment: { startIndex: 0, endIndex: 1, text: 'I' }, groundingChunkIndices: [2] },
      ],
    },
  })
})
