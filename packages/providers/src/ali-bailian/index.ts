import { changes, defaultField, forModels, withoutFields } from '../kit/body.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import type { Where } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'

const path = ({ task }: Where): string => (task === 'rerank' ? '/compatible-api/v1/reranks' : `/compatible-mode/v1/${task}`)

/** The open models of the third generation think only while streaming; asked for a whole reply they refuse to. */
const OPEN_QWEN3 = /^qwen3-\d+(?:\.\d+)?b(?:-a\d+b)?$/
const isOfQwen = (model: string): boolean => /(?:^|\/)qw[eq]/.test(model)

export const aliBailian = openaiProvider({
  id: 'ali-bailian',
  channelType: 49,
  wires: { messages: messagesWireAt({ channelType: 49, path: '/apps/anthropic/v1/messages', otherPath: /\/compatible-mode(\/v1)?$/ }) },
  extensions: ['cache_control', 'reasoning_content', 'top_k'],
  path,
  adapt: changes(
    forModels((model) => !isOfQwen(model), withoutFields('thinking_budget')),
    forModels(OPEN_QWEN3, (body, model) => (body['stream'] === true ? body : defaultField('enable_thinking', false)(body, model))),
  ),
  drop: ['frequency_penalty'],
  tasks: ['embeddings', 'rerank'],
  codes: {
    // Sent with 400.
    Arrearage: 'out-of-credit',
    InvalidApiKey: 'bad-credential',
    'AllocationQuota.FreeTierOnly': 'forbidden',
    // Here it is a limit per minute, not the account's money.
    insufficient_quota: 'rate-limited',
    ModelServingError: 'overloaded',
  },
})
