import { renderOwnCall, renderOwnCount } from '@weir/dialects/gemini/caller/render-call'
import { renderBatchEmbedding } from '@weir/dialects/gemini/embeddings'
import { isImagen, renderImageCall } from '@weir/dialects/gemini/images'
import { renderGeminiCall } from '@weir/dialects/gemini/render-call'
import type { ChatCall } from '@weir/dialects/model/call'
import type { WireCapability } from '@weir/dialects/model/provider'
import type { TaskCall } from '@weir/dialects/model/task'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'

const DEFAULT_BASE_URL = defaultBaseUrlOf(24)

interface Asked {
  readonly model: string
  readonly method: string
  readonly body: string
}

/** Operators often paste an address that already ends in a version. */
const baseOf = (target: ChannelTarget): string => baseUrlOf(target, DEFAULT_BASE_URL).replace(/\/v1(beta)?$/, '')

/** The key goes into a header: as a part of the address it would end up in the logs of proxies. */
const request = (target: ChannelTarget, { model, method, body }: Asked): UpstreamRequest => ({
  method: 'POST',
  url: `${baseOf(target)}/v1beta/models/${encodeURIComponent(model.replace(/^models\//, ''))}:${method}`,
  headers: { 'x-goog-api-key': target.key, 'content-type': 'application/json' },
  body,
})

export const encodeChat = (call: ChatCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  return request(target, {
    model,
    method: call.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent',
    body: JSON.stringify(renderGeminiCall(call, { model, systemPrompt: target.systemPrompt, isVertex: false, canSearch: true })),
  })
}

/** Google's wire as the caller speaks it. Streams are always asked for as events, however the caller wants them framed. */
export const ownWire: WireCapability = {
  encode: (call, target) =>
    request(target, {
      model: mappedModel(call.model, target.modelMapping),
      method: call.isStream ? 'streamGenerateContent?alt=sse' : 'generateContent',
      body: renderOwnCall(call, target.systemPrompt),
    }),
  countTokens: (call, target) => {
    const model = mappedModel(call.model, target.modelMapping)
    return request(target, { model, method: 'countTokens', body: renderOwnCount(call, target.systemPrompt, model) })
  },
}

export const encodeEmbeddings = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  return request(target, { model, method: 'batchEmbedContents', body: JSON.stringify(renderBatchEmbedding(call, model)) })
}

export const encodeImages = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  const model = mappedModel(call.model, target.modelMapping)
  return request(target, {
    model,
    method: isImagen(model) ? 'predict' : 'generateContent',
    body: JSON.stringify(renderImageCall(call, model)),
  })
}
