import { arrayAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { readEffort } from '@weir/dialects/openai-chat/read-options'
import { answersOnResponsesAlone } from '@weir/dialects/openai-responses/upstream/models'
import { changes, forModels } from '../body.ts'
import { limitNamed } from './older-names.ts'

/** Models that think before they answer refuse the old name of the output limit. */
const THINKS = /^(?:o[134](?:-|$)|gpt-(?:5|6)(?!-chat)(?![\d.]*-chat))/

/** Of these, the ones that refuse sampling at every effort; the others take it when the effort is none. */
const NEVER_SAMPLES = /^(?:o[134](?:-|$)|gpt-5(?:-mini|-nano)?(?:-\d{4}|$)|gpt-6-astra|gpt-6\.1-sol)/

/** These do not think and refuse to be told how hard. Agents ask for it whatever the model. */
const NEVER_THINKS = /^(?:gpt-3\.5|gpt-4|chatgpt-4)/

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'logprobs', 'top_logprobs']

/** In a chat these call functions only where they do not think, and unless they are told not to, they do. A response may do both. */
const CALLS_WITHOUT_THINKING = /^gpt-5\.6(?:-|$)/

const withoutThinking = (body: JsonObject): JsonObject =>
  arrayAt(body, 'tools').length === 0 || body['reasoning_effort'] === 'none' ? body : { ...body, reasoning_effort: 'none' }

const isFunction = (tool: unknown): boolean => (textAt(tool, 'type') ?? 'function') === 'function'

/** The caller wants thoughts and calls of functions, and nothing that only a chat has. */
const wantsThoughtsAndCalls = ({ body, choices }: ChatCall): boolean => {
  const tools = arrayAt(body, 'tools')
  return (readEffort(body) ?? 'none') !== 'none' && choices === 1 && tools.length > 0 && tools.every(isFunction)
}

/** Chats that the Responses endpoint answers and OpenAI's chat does not, or not as they are meant. */
export const isForResponses = (model: string, call: ChatCall): boolean =>
  answersOnResponsesAlone(model) || (CALLS_WITHOUT_THINKING.test(model) && wantsThoughtsAndCalls(call))

/** The caller's limit by the name that the model takes, and an effort at which it can do what is asked. */
export const adaptToModel = changes(
  forModels(THINKS, limitNamed('max_completion_tokens')),
  forModels(CALLS_WITHOUT_THINKING, withoutThinking),
)

/** Fields that the model refuses. */
export const refusedByModel = (model: string): readonly string[] => {
  if (NEVER_SAMPLES.test(model)) return SAMPLING
  return NEVER_THINKS.test(model) ? ['reasoning_effort'] : []
}
