import { arrayAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import type { ChatCapability } from '@weir/dialects/model/provider'
import { placesOfMedia, readMessages } from '@weir/dialects/openai-chat/read-messages'
import { fieldsPresent } from '@weir/dialects/openai-chat/read-options'
import { isSoldTier } from '@weir/dialects/service-tier'
import { onlyAllowedTools } from './input/allowed-tools.ts'
import { refuseHostedTools } from './input/hosted-tools.ts'
import { refuseSeveralAnswers } from './input/one-answer.ts'

/** Everything a chat call can ask for beside its messages, but for several answers and a search, which are refused. */
const FIELDS = [
  'temperature',
  'top_p',
  'stop',
  'max_tokens',
  'max_completion_tokens',
  'presence_penalty',
  'frequency_penalty',
  'logit_bias',
  'logprobs',
  'top_logprobs',
  'seed',
  'user',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
  'response_format',
  'reasoning_effort',
  'verbosity',
  'audio',
  'modalities',
  'prediction',
  'metadata',
  'prompt_cache_key',
  'safety_identifier',
  'service_tier',
]

/** Values that ask for what happens anyway. */
const asksNothing = (body: JsonObject, field: string): boolean => {
  switch (field) {
    case 'modalities':
      return arrayAt(body, 'modalities').every((kind) => kind === 'text')
    case 'parallel_tool_calls':
      return body['parallel_tool_calls'] !== false
    case 'tool_choice':
      return body['tool_choice'] === 'auto'
    case 'service_tier':
      return !isSoldTier(body['service_tier'])
    default:
      return fieldsPresent(body, [field]).length === 0
  }
}

const withAllowedTools = (call: ChatCall): ChatCall => {
  const body = onlyAllowedTools(call.body, call.model)
  return body === call.body ? call : { ...call, body, rawBody: JSON.stringify(body) }
}

/** Pictures and sounds of earlier answers: most wires have no place for them. */
const lostMedia = ({ body }: ChatCall): readonly string[] => placesOfMedia(readMessages(body, ''))

/**
 * Chat on a wire of its own that gives one answer and runs no tools itself. `known` is what the provider can say on it: whatever else a
 * caller asks for is named as dropped, beside what the provider names itself. `mediaLost` tells what is lost of earlier answers where the
 * wire can carry some of it.
 */
export const nativeChat = (chat: ChatCapability, known: readonly string[], mediaLost = lostMedia): ChatCapability => {
  const unknown = FIELDS.filter((field) => !known.includes(field))
  return {
    ...chat,
    encode: (call, target, context) => {
      refuseSeveralAnswers(call)
      refuseHostedTools(call)
      return chat.encode(withAllowedTools(call), target, context)
    },
    dropped: (call, target) => {
      const named = chat.dropped?.(withAllowedTools(call), target) ?? []
      const unsaid = unknown.filter((field) => Object.hasOwn(call.body, field) && !asksNothing(call.body, field))
      // Where messages are left out altogether, their parts are too.
      const media = named.includes('messages') ? [] : mediaLost(call)
      return [...new Set([...named, ...unsaid, ...media])]
    },
  }
}
