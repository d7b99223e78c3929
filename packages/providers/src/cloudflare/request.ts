import { arrayAt, countAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { TaskCall } from '@weir/dialects/model/task'
import { mappedModel, type ChannelTarget, type UpstreamRequest } from '@weir/dialects/model/upstream'
import { baseUrlOf, defaultBaseUrlOf } from '../kit/base-url.ts'
import { documentText } from '../kit/input/document-text.ts'
import { changes, defaultField } from '../kit/body.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { modelPath } from '../kit/model-path.ts'
import { oneAnswerOnly } from '../kit/input/one-answer.ts'

export const DEFAULT_BASE_URL = defaultBaseUrlOf(37)

const isGateway = (base: string): boolean => base.startsWith('https://gateway.ai.cloudflare.com/')

/** A gateway's address already names the account. */
const runBase = (target: ChannelTarget): string => {
  const base = baseUrlOf(target, DEFAULT_BASE_URL)
  return isGateway(base) ? base : `${base}/client/v4/accounts/${encodeURIComponent(target.config['user_id'] ?? '')}/ai`
}

export const openaiTarget = (target: ChannelTarget): ChannelTarget => ({ ...target, baseUrl: runBase(target) })

/** Left out, answers end after a few sentences. */
const DEFAULT_MAX_TOKENS = 2048

export const adaptChat = changes(olderNames, defaultField('max_tokens', DEFAULT_MAX_TOKENS))

const run = (call: TaskCall, target: ChannelTarget, body: JsonObject): UpstreamRequest => {
  const base = runBase(target)
  const model = modelPath(mappedModel(call.model, target.modelMapping))
  return {
    method: 'POST',
    url: isGateway(base) ? `${base}/${model}` : `${base}/run/${model}`,
    headers: { authorization: `Bearer ${target.key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}

export const encodeImages = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  oneAnswerOnly(call.body ?? {}, call.model)
  const [, width, height] = /^(\d+)x(\d+)$/.exec(textAt(call.body, 'size') ?? '') ?? []
  const steps = countAt(call.body, 'num_steps')
  return run(call, target, {
    prompt: textAt(call.body, 'prompt') ?? '',
    ...(width !== undefined && height !== undefined && { width: Number(width), height: Number(height) }),
    ...(steps !== undefined && { num_steps: steps }),
  })
}

export const encodeRerank = (call: TaskCall, target: ChannelTarget): UpstreamRequest => {
  const top = countAt(call.body, 'top_n')
  return run(call, target, {
    query: textAt(call.body, 'query') ?? '',
    contexts: arrayAt(call.body, 'documents').map((document) => ({ text: documentText(document) })),
    ...(top !== undefined && { top_k: top }),
  })
}
