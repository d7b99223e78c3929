import { figureAt, isObject, objectAt, parseJson } from '@weir/dialects/json'
import { decoded, failedWith } from '@weir/dialects/model/event'
import type { TaskCapability } from '@weir/dialects/model/provider'
import { mappedModel } from '@weir/dialects/model/upstream'
import { reportedUsage } from '../kit/reported-usage.ts'
import { failureIn } from '../kit/dashscope/errors.ts'
import { nativeBase, nativeHeaders } from './request.ts'

/** Ranking in the form that Cohere and Jina gave it. */
export const rerank: TaskCapability = {
  encode: (call, target) => {
    const model = mappedModel(call.model, target.modelMapping)
    const { query, documents, top_n: topN, return_documents: returnDocuments } = call.body ?? {}
    return {
      method: 'POST',
      url: `${nativeBase(target)}/api/v1/services/rerank/text-rerank/text-rerank`,
      headers: nativeHeaders(target),
      body: JSON.stringify({ model, input: { query, documents }, parameters: { top_n: topN, return_documents: returnDocuments } }),
    }
  },
  decode: ({ bytes }, call) => {
    const json = parseJson(new TextDecoder().decode(bytes))
    if (!isObject(json)) return failedWith('broken')
    const failure = failureIn(json)
    if (failure) return failure
    const results = objectAt(json, 'output')?.['results']
    if (!Array.isArray(results)) return failedWith('broken')
    const total = figureAt(objectAt(json, 'usage'), 'total_tokens')
    const body = { model: call.model, results, ...(total !== undefined && { usage: { total_tokens: total } }) }
    return decoded({
      body: JSON.stringify(body),
      contentType: 'application/json',
      usage: reportedUsage({ prompt: total, output: total === undefined ? undefined : 0 }),
    })
  },
}
