import { arrayAt, objectAt, parseJson, textAt } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { amountAt, askBalance } from '../kit/balance.ts'
import { defaultBaseUrlOf, unversionedUrlOf } from '../kit/base-url.ts'
import { translateField } from '../kit/body.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { classifyOpenaiError } from '../kit/openai-wire.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'

const defaultBaseUrl = defaultBaseUrlOf(20)
const classifyCode = classifyOpenaiError()

/** Two statuses have two meanings each, told apart by the metadata: money held by calls in flight, and content that was flagged. */
const classify = (status: number, body: string): UpstreamFault => {
  const metadata = objectAt(objectAt(parseJson(body), 'error'), 'metadata')
  if (textAt(metadata, 'limit_source') === 'openrouter_in_flight_budget') return 'rate-limited'
  if (arrayAt(metadata, 'reasons').length > 0) return 'bad-request'
  return classifyCode(status, body)
}

export const openrouter = openaiProvider({
  id: 'openrouter',
  channelType: 20,
  filtersAllowedTools: true,
  wires: { messages: messagesWireAt({ channelType: 20, path: '/v1/messages' }) },
  extensions: ['cache_control', 'reasoning_content', 'top_k'],
  adapt: translateField('reasoning_effort', { max: 'xhigh' }),
  tasks: ['completions', 'embeddings'],
  openNormalizer: lenientNormalizer(),
  classify,
  balance: askBalance({
    url: (target) => `${unversionedUrlOf(target, defaultBaseUrl)}/v1/credits`,
    read: ({ data }) => {
      const [granted, used] = [amountAt(data, 'total_credits'), amountAt(data, 'total_usage')]
      return granted === undefined || used === undefined ? undefined : granted - used
    },
  }),
})
