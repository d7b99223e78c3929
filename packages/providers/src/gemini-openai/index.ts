import { arrayAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { changes, forModels, translateField } from '../kit/body.ts'
import { inspectReplyAt } from '../kit/inspect-reply-at.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { classifyOpenaiError } from '../kit/openai-wire.ts'

const classifyStatus = classifyOpenaiError({
  UNAUTHENTICATED: 'bad-credential',
  RESOURCE_EXHAUSTED: 'rate-limited',
  UNAVAILABLE: 'overloaded',
})

/** Errors come as a list of one. A wrong key is a 400 that only the details tell from a wrong call. */
const classify = (status: number, body: string): UpstreamFault => {
  const json = parseJson(body)
  const first: unknown = Array.isArray(json) ? json[0] : json
  const reasons = arrayAt(objectAt(first, 'error'), 'details').map((detail) => textAt(detail, 'reason'))
  return reasons.includes('API_KEY_INVALID') ? 'bad-credential' : classifyStatus(status, body)
}

/** All others think a little at least. */
const CAN_STOP_THINKING = /2\.5-flash/

export const geminiOpenai = openaiProvider({
  id: 'gemini-openai',
  channelType: 51,
  extensions: ['reasoning_content', 'extra_content'],
  path: ({ task }) => `/${task}`,
  adapt: changes(
    translateField('reasoning_effort', { xhigh: 'high', max: 'high' }),
    forModels((model) => !CAN_STOP_THINKING.test(model), translateField('reasoning_effort', { none: 'minimal' })),
  ),
  drop: ['logit_bias', 'seed', 'presence_penalty', 'frequency_penalty'],
  tasks: ['embeddings', 'images/generations'],
  // Tool calls come whole and once came without a number; the finish after them may be "stop".
  openNormalizer: lenientNormalizer(),
  inspectReply: inspectReplyAt({ hasUnnamedThoughts: true }),
  classify,
})
