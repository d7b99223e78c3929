import { textAt, type JsonObject } from '@weir/dialects/json'
import { askBalance, dataAmount } from '../kit/balance.ts'
import { defaultBaseUrlOf, unversionedUrlOf } from '../kit/base-url.ts'
import { changes, clampField, eachMessage, flattenText, forModels, withoutFields } from '../kit/body.ts'
import { freeToolChoice } from '../kit/input/allowed-tools.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { refusalCodeBy } from '../kit/refusal-codes.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'

const defaultBaseUrl = defaultBaseUrlOf(25)

/** These take no temperature but 1, and want to see their thoughts again with every tool call. */
const THINKS = /^kimi-(?:k2\.\d|k[3-9])/

const withThought = eachMessage((message) =>
  message['role'] === 'assistant' && Array.isArray(message['tool_calls']) && (textAt(message, 'reasoning_content') ?? '') === ''
    ? { ...message, reasoning_content: ' ' }
    : message,
)

/** A turn of the model without a word is refused; beside tool calls it may be absent. */
const withWords = eachMessage((message) =>
  message['role'] === 'assistant' && message['content'] === '' ? { ...message, content: ' ' } : message,
)

/** The plan for coding agents serves both wires at one address. */
const messagesPath = (base: string): string => (base.endsWith('/coding') ? '/v1/messages' : '/anthropic/v1/messages')

/** Several answers need some chance; with less they are refused. */
const warmEnough = (body: JsonObject): JsonObject =>
  typeof body['n'] === 'number' && body['n'] > 1 ? clampField('temperature', { min: 0.3 })(body, '') : body

export const moonshot = openaiProvider({
  id: 'moonshot',
  channelType: 25,
  filtersAllowedTools: true,
  wires: { messages: messagesWireAt({ channelType: 25, path: messagesPath }) },
  adapt: changes(
    olderNames,
    flattenText,
    withWords,
    freeToolChoice,
    clampField('temperature', { min: 0, max: 1 }),
    warmEnough,
    forModels(THINKS, changes(withoutFields('temperature'), withThought)),
  ),
  refusalCode: refusalCodeBy({ filtered: /^content_filter$/ }),
  codes: {
    invalid_authentication_error: 'bad-credential',
    incorrect_api_key_error: 'bad-credential',
    // Sent with 429, as if waiting would help.
    exceeded_current_quota_error: 'out-of-credit',
    engine_overloaded_error: 'overloaded',
    rate_limit_reached_error: 'rate-limited',
  },
  balance: askBalance({
    url: (target) => `${unversionedUrlOf(target, defaultBaseUrl)}/v1/users/me/balance`,
    read: (reply) => (reply['code'] === 0 && reply['status'] === true ? dataAmount('available_balance')(reply) : undefined),
  }),
})
