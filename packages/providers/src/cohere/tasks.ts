import { arrayAt, countAt, figureAt, isObject, objectAt, parseJson, textAt } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import type { TaskCapability } from '@weir/dialects/model/provider'
import { UnsupportedInput } from '@weir/dialects/model/unsupported-input'
import { mappedModel } from '@weir/dialects/model/upstream'
import { numbersOf, readEmbeddingInputs, renderEmbeddings } from '@weir/dialects/openai-tasks/embeddings'
import { documentText } from '../kit/input/document-text.ts'
import { reportedUsage } from '../kit/reported-usage.ts'
import { post } from './request.ts'

const MAX_TEXTS = 96

const text = new TextDecoder()

const billedUnits = (json: unknown) => objectAt(objectAt(json, 'meta'), 'billed_units')

export const embeddings: TaskCapability = {
  encode: (call, target) => {
    const texts = readEmbeddingInputs(call)
    if (texts.length > MAX_TEXTS) throw new UnsupportedInput('input', `This channel embeds at most ${MAX_TEXTS} texts at a time`)
    const dimensions = countAt(call.body, 'dimensions')
    return post(target, '/v2/embed', {
      model: mappedModel(call.model, target.modelMapping),
      texts,
      input_type: textAt(call.body, 'input_type') ?? 'search_document',
      embedding_types: ['float'],
      ...(dimensions !== undefined && { output_dimension: dimensions }),
    })
  },
  decode: ({ bytes }, call) => {
    const json = parseJson(text.decode(bytes))
    const vectors = arrayAt(objectAt(json, 'embeddings'), 'float').map(numbersOf)
    if (vectors.length === 0) return failedWith('broken')
    return decoded(
      renderEmbeddings(vectors, call, reportedUsage({ prompt: figureAt(billedUnits(json), 'input_tokens'), output: undefined })),
    )
  },
}

export const rerank: TaskCapability = {
  encode: (call, target) => {
    const { query, top_n: topN, max_tokens_per_doc: maxTokens } = call.body ?? {}
    return post(target, '/v2/rerank', {
      model: mappedModel(call.model, target.modelMapping),
      query,
      documents: arrayAt(call.body, 'documents').map(documentText),
      ...(topN !== undefined && { top_n: topN }),
      ...(maxTokens !== undefined && { max_tokens_per_doc: maxTokens }),
    })
  },
  metInReply: ['return_documents'],
  decode: ({ bytes }, call) => {
    const json = parseJson(text.decode(bytes))
    if (!isObject(json) || !Array.isArray(json['results'])) return failedWith('broken')
    const documents = arrayAt(call.body, 'documents')
    // This version no longer returns the documents, so they are filled in from the call.
    const filled = arrayAt(json, 'results').map((result) =>
      isObject(result) ? { ...result, document: { text: documentText(documents[countAt(result, 'index') ?? -1]) } } : result,
    )
    const results = call.body?.['return_documents'] === true ? filled : json['results']
    const units = figureAt(billedUnits(json), 'search_units')
    const usage = reportedUsage({ prompt: units, output: undefined })
    return decoded({
      body: JSON.stringify({ ...json, model: call.model, results }),
      contentType: 'application/json',
      usage: usage && { ...usage, unit: 'query' },
    })
  },
}
