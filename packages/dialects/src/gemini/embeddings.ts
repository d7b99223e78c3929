import { arrayAt, countAt, isObject, objectAt, parseJson, type JsonObject } from '../json.ts'
import { decoded, failedWith, type Decoded } from '../model/event.ts'
import type { TaskReply, UpstreamBody } from '../model/provider.ts'
import type { TaskCall } from '../model/task.ts'
import type { Usage } from '../model/usage.ts'
import { readNumber } from '../openai-chat/read-options.ts'
import { numbersOf, readEmbeddingInputs, renderEmbeddings } from '../openai-tasks/embeddings.ts'

const dimensionsOf = (call: TaskCall): { readonly outputDimensionality?: number } => {
  const dimensions = readNumber(call.body ?? {}, 'dimensions')
  return dimensions === undefined ? {} : { outputDimensionality: dimensions }
}

/** For the developers' endpoint: every text is a request of its own within one call. */
export const renderBatchEmbedding = (call: TaskCall, model: string): JsonObject => ({
  requests: readEmbeddingInputs(call).map((text) => ({ model: `models/${model}`, content: { parts: [{ text }] }, ...dimensionsOf(call) })),
})

const text = new TextDecoder()

export const parseBatchEmbedding = (reply: UpstreamBody, call: TaskCall): Decoded<TaskReply> => {
  const vectors = arrayAt(parseJson(text.decode(reply.bytes)), 'embeddings').map((entry) =>
    numbersOf(isObject(entry) ? entry['values'] : undefined),
  )
  return vectors.length === 0 ? failedWith('broken') : decoded(renderEmbeddings(vectors, call, undefined))
}

/** For Vertex AI. */
export const renderPredictEmbedding = (call: TaskCall): JsonObject => {
  const parameters = dimensionsOf(call)
  return {
    instances: readEmbeddingInputs(call).map((content) => ({ content })),
    ...(Object.keys(parameters).length > 0 && { parameters }),
  }
}

const tokensOf = (predictions: readonly unknown[]): Usage | undefined => {
  const counts = predictions.map((entry) => countAt(objectAt(objectAt(entry, 'embeddings'), 'statistics'), 'token_count'))
  const input = counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
  return counts.includes(undefined) ? undefined : { input, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' }
}

export const parsePredictEmbedding = (reply: UpstreamBody, call: TaskCall): Decoded<TaskReply> => {
  const predictions = arrayAt(parseJson(text.decode(reply.bytes)), 'predictions')
  const vectors = predictions.map((entry) => numbersOf(objectAt(entry, 'embeddings')?.['values']))
  return vectors.length === 0 ? failedWith('broken') : decoded(renderEmbeddings(vectors, call, tokensOf(predictions)))
}
