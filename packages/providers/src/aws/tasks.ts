import { arrayAt, figureAt, isObject, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import { decoded, failedWith, type Decoded } from '@weir/dialects/model/event'
import type { TaskCapability, TaskReply, UpstreamBody } from '@weir/dialects/model/provider'
import type { TaskCall } from '@weir/dialects/model/task'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { readNumber } from '@weir/dialects/openai-chat/read-options'
import { numbersOf, readEmbeddingInputs, renderEmbeddings } from '@weir/dialects/openai-tasks/embeddings'
import { bedrockRequest } from './request.ts'

const WHOLE = { action: 'invoke', unsigned: { accept: 'application/json' } }

/** Titan takes one text at a time; Cohere's models take a list. */
const embeddingBody = (call: TaskCall, model: string): JsonObject => {
  const texts = readEmbeddingInputs(call)
  const dimensions = readNumber(call.body ?? {}, 'dimensions')
  if (!model.includes('titan')) {
    const purpose = textAt(call.body, 'input_type') ?? 'search_document'
    return { texts, input_type: purpose, ...(dimensions !== undefined && { output_dimension: dimensions }) }
  }
  if (texts.length > 1) throw new UnsupportedInput('input', 'This model embeds one text at a time')
  return { inputText: texts[0], ...(dimensions !== undefined && { dimensions }), normalize: true }
}

const text = new TextDecoder()

const vectorsOf = (json: unknown): readonly (readonly number[])[] => {
  if (!isObject(json)) return []
  if (Array.isArray(json['embedding'])) return [numbersOf(json['embedding'])]
  const byType = objectAt(json, 'embeddings')
  return arrayAt(byType ? { list: byType['float'] } : { list: json['embeddings'] }, 'list').map(numbersOf)
}

const parseEmbeddings = (reply: UpstreamBody, call: TaskCall): Decoded<TaskReply> => {
  const json = parseJson(text.decode(reply.bytes))
  const vectors = vectorsOf(json)
  const input = figureAt(json, 'inputTextTokenCount')
  const usage =
    input === undefined ? undefined : ({ input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' } as const)
  return vectors.length === 0 ? failedWith('broken') : decoded(renderEmbeddings(vectors, call, usage))
}

export const embeddings: TaskCapability = {
  encode: (call, target, context) =>
    bedrockRequest(call.model, { target, context }, (model) => ({ ...WHOLE, body: embeddingBody(call, model) })),
  decode: parseEmbeddings,
}

const rerankBody = (call: TaskCall, model: string): JsonObject => {
  const documents = arrayAt(call.body, 'documents').map((document) =>
    typeof document === 'string' ? document : (textAt(document, 'text') ?? ''),
  )
  const topN = readNumber(call.body ?? {}, 'top_n')
  return {
    query: textAt(call.body, 'query') ?? '',
    documents,
    ...(topN !== undefined && { top_n: topN }),
    ...(model.includes('cohere') && { api_version: 2 }),
  }
}

const parseRanks = (reply: UpstreamBody, call: TaskCall): Decoded<TaskReply> => {
  const results = parseJson(text.decode(reply.bytes))
  if (!isObject(results) || !Array.isArray(results['results'])) return failedWith('broken')
  const body = JSON.stringify({ model: call.model, results: results['results'] })
  return decoded({ body, contentType: 'application/json', usage: undefined })
}

export const rerank: TaskCapability = {
  encode: (call, target, context) =>
    bedrockRequest(call.model, { target, context }, (model) => ({ ...WHOLE, body: rerankBody(call, model) })),
  decode: parseRanks,
}
