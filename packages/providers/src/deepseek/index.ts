import { arrayAt, objectAt, textAt, type JsonObject } from '@weir/dialects/json'
import { wordTable } from '@weir/dialects/word-table'
import { askBalance, amountAt } from '../kit/balance.ts'
import { defaultBaseUrlOf, unversionedUrlOf } from '../kit/base-url.ts'
import { changes, eachMessage, flattenText, toolsWithout, translateField, withoutFields } from '../kit/body.ts'
import { freeToolChoice } from '../kit/input/allowed-tools.ts'
import { olderNames } from '../kit/input/older-names.ts'
import { inspectReplyAt } from '../kit/inspect-reply-at.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { schemaAsInstruction } from '../kit/input/schema-instruction.ts'
import { messagesWireAt } from '../kit/messages-wire.ts'

const defaultBaseUrl = defaultBaseUrlOf(36)

/** Two names that ended in July 2026, and whether the model that took their place should think. */
const ALIASES = wordTable<'disabled' | 'enabled'>({ 'deepseek-chat': 'disabled', 'deepseek-reasoner': 'enabled' })
const isAlias = (model: string): boolean => Object.hasOwn(ALIASES, model)

/** A tool that must be called cannot be chosen while thinking. */
const forcesTool = (body: JsonObject): boolean => body['tool_choice'] === 'required' || objectAt(body, 'tool_choice') !== undefined

const wantedThinking = (body: JsonObject, model: string): string | undefined => {
  if (body['reasoning_effort'] === 'none' || forcesTool(body)) return 'disabled'
  return isAlias(model) ? ALIASES[model] : undefined
}

const setThinking = (body: JsonObject, model: string): JsonObject => {
  const type = body['thinking'] === undefined ? wantedThinking(body, model) : undefined
  const told = type === undefined ? body : { ...body, thinking: { type } }
  return textAt(objectAt(told, 'thinking'), 'type') === 'disabled' ? withoutFields('reasoning_effort')(told, model) : told
}

/** A caller who insists on thinking and on a call gets the thinking. */
const freeWhileThinking = (body: JsonObject, model: string): JsonObject =>
  textAt(objectAt(body, 'thinking'), 'type') === 'enabled' ? freeToolChoice(body, model) : body

/** While thinking, a tool call must come back with its thoughts; other turns must come back without them. */
const replayThoughts = (body: JsonObject): JsonObject => {
  const isThinking = textAt(objectAt(body, 'thinking'), 'type') !== 'disabled'
  const replay = eachMessage((message) => {
    if (message['role'] !== 'assistant') return message
    if (!isThinking || arrayAt(message, 'tool_calls').length === 0) return withoutFields('reasoning_content')(message, '')
    return message['reasoning_content'] === undefined ? { ...message, reasoning_content: ' ' } : message
  })
  return replay(body, '')
}

const userAsId = (body: JsonObject): JsonObject => {
  const user = textAt(body, 'user')
  if (user === undefined) return body
  const rest = withoutFields('user')(body, '')
  return /^[\w-]{1,512}$/.test(user) ? { ...rest, user_id: user } : rest
}

export const deepseek = openaiProvider({
  id: 'deepseek',
  channelType: 36,
  wires: {
    messages: messagesWireAt({
      channelType: 36,
      path: '/anthropic/v1/messages',
      ignored: ['container', 'mcp_servers', 'service_tier', 'top_k'],
      serves: (model) => !isAlias(model),
    }),
  },
  // The other surface stands beside the version that operators may write behind the host.
  path: ({ base, task }) => (task === 'completions' ? `${base.replace(/\/v\d+$/, '')}/beta/completions` : `/v1/${task}`),
  modelName: (model) => (isAlias(model) ? 'deepseek-flash' : model),
  filtersAllowedTools: true,
  adapt: changes(
    olderNames,
    flattenText,
    translateField('reasoning_effort', { minimal: 'low', medium: 'high', xhigh: 'max' }),
    setThinking,
    freeWhileThinking,
    replayThoughts,
    schemaAsInstruction,
    toolsWithout('strict'),
    userAsId,
  ),
  drop: ['seed', 'top_k', 'presence_penalty', 'frequency_penalty'],
  inspectReply: inspectReplyAt({ failures: ['insufficient_system_resource', 'aborted'] }),
  tasks: ['completions'],
  codes: { insufficient_system_resource: 'overloaded', aborted: 'broken' },
  balance: askBalance({
    url: (target) => `${unversionedUrlOf(target, defaultBaseUrl)}/user/balance`,
    read: (reply) => {
      const sums = arrayAt(reply, 'balance_infos')
      return amountAt(sums.find((sum) => textAt(sum, 'currency') === 'CNY') ?? sums[0], 'total_balance')
    },
  }),
})
