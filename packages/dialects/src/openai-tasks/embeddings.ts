import { arrayAt, isObject, textAt, type JsonObject } from '../json.ts'
import type { TaskReply } from '../model/provider.ts'
import type { TaskCall } from '../model/task.ts'
import { UnsupportedInput } from '../model/unsupported-input.ts'
import { estimatedUsage, promptTokensOf, type Usage } from '../model/usage.ts'

/** The texts to embed. Lists of token numbers belong to one tokenizer and mean nothing to another model. */
export const readEmbeddingInputs = (call: TaskCall): readonly string[] => {
  const input = call.body?.['input']
  const list: readonly unknown[] = Array.isArray(input) ? input : [input]
  const texts = list.filter((entry) => typeof entry === 'string')
  if (texts.length === 0 || texts.length !== list.length) throw new UnsupportedInput('input', 'The input must be text or a list of texts')
  return texts
}

/** OpenAI's clients ask for base64 and unpack 32-bit floats from it. */
const packed = (vector: readonly number[]): string => Buffer.from(Float32Array.from(vector).buffer).toString('base64')

export const unpacked = (text: string): readonly number[] => {
  const bytes = Buffer.from(text, 'base64')
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(at * 4))
}

const isVector = (value: unknown): value is readonly number[] => Array.isArray(value) && value.every((entry) => typeof entry === 'number')

const inFormat = (vector: unknown, format: string | undefined): unknown => {
  if (format === 'base64' && isVector(vector)) return packed(vector)
  return format === 'float' && typeof vector === 'string' ? unpacked(vector) : vector
}

/** Many servers know one form of vectors, and clients read the one that they asked for. The very same reply where it is in that form. */
export const inAskedFormat = (reply: JsonObject, call: TaskCall): JsonObject => {
  const format = textAt(call.body, 'encoding_format')
  const given = arrayAt(reply, 'data')
  const data = given.map((entry) => {
    if (!isObject(entry)) return entry
    const embedding = inFormat(entry['embedding'], format)
    return embedding === entry['embedding'] ? entry : { ...entry, embedding }
  })
  return data.every((entry, at) => entry === given[at]) ? reply : { ...reply, data }
}

/** Vectors as OpenAI would have sent them. Without figures from upstream the caller is shown an estimate; what is charged is counted later. */
export const renderEmbeddings = (vectors: readonly (readonly number[])[], call: TaskCall, reported: Usage | undefined): TaskReply => {
  const isPacked = textAt(call.body, 'encoding_format') === 'base64'
  const tokens = promptTokensOf(reported ?? estimatedUsage(Buffer.byteLength(readEmbeddingInputs(call).join('')), 0))
  return {
    body: JSON.stringify({
      object: 'list',
      data: vectors.map((vector, index) => ({ object: 'embedding', index, embedding: isPacked ? packed(vector) : vector })),
      model: call.model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    }),
    contentType: 'application/json',
    usage: reported,
  }
}

export const numbersOf = (value: unknown): readonly number[] =>
  Array.isArray(value) ? value.filter((entry): entry is number => typeof entry === 'number') : []
