import { arrayAt, textAt, type JsonObject } from '@weir/dialects/json'
import type { ChatCall } from '@weir/dialects/model/call'
import { EFFORTS, readEffort, type Effort } from '@weir/dialects/openai-chat/read-options'
import { answersOnResponsesAlone } from '@weir/dialects/openai-responses/upstream/models'
import { changes, forModels, messagesWithout, withoutFields } from '../body.ts'
import { limitNamed } from './older-names.ts'
import { fewStops } from './few-stops.ts'

/** Models that think before they answer refuse the old name of the output limit. */
const THINKS = /^(?:o[134](?:-|$)|gpt-(?:5|6)(?!-chat)(?![\d.]*-chat))/

/** Of these, the ones that refuse sampling at every effort; the others take it when the effort is none. */
const NEVER_SAMPLES = /^(?:o[134](?:-|$)|gpt-5(?:-mini|-nano)?(?:-\d{4}|$)|gpt-6-astra|gpt-6\.1-sol)/

/** These think although they are not asked to. */
const THINKS_UNASKED = /^gpt-(?:5\.[5-9]|6)/

/** These take neither words to stop at nor a prediction. */
const NEVER_STOPS = /^(?:o[34](?:-|$)|gpt-5(?:-mini|-nano)?(?:-\d{4}|$))/

/** These do not think and refuse to be told how hard. Agents ask for it whatever the model. */
const NEVER_THINKS = /^(?:gpt-3\.5|gpt-4|chatgpt-4)/

const SAMPLING = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty', 'logit_bias', 'logprobs', 'top_logprobs']

/** What each family takes in a chat, the least first; others are refused there. */
const EFFORTS_OF: readonly (readonly [models: RegExp, efforts: readonly Effort[]])[] = [
  [/^o[134](?:-|$)/, ['low', 'medium', 'high']],
  [/^gpt-5(?:-mini|-nano)?(?:-\d{4}|$)/, ['minimal', 'low', 'medium', 'high']],
  [/^gpt-5\.1(?:-\d{4}|$)/, ['none', 'low', 'medium', 'high']],
  [/^gpt-5\.[2-6](?!-chat)/, ['none', 'low', 'medium', 'high', 'xhigh']],
  [/^gpt-(?:6-astra|6\.1-sol)/, ['low', 'medium', 'high', 'xhigh', 'max']],
  [/^gpt-6/, ['none', 'low', 'medium', 'high', 'xhigh', 'max']],
]

/** The least effort that is not less than the one asked for, or the most that there is. */
const knownEffort = (body: JsonObject, model: string): JsonObject => {
  const asked = EFFORTS.find((effort) => effort === body['reasoning_effort'])
  if (asked === undefined) return body
  const known = EFFORTS_OF.find(([models]) => models.test(model))?.[1]
  if (known === undefined || known.includes(asked)) return body
  const rank = EFFORTS.indexOf(asked)
  return { ...body, reasoning_effort: known.find((effort) => EFFORTS.indexOf(effort) > rank) ?? known.at(-1) }
}

/** In a chat these call functions only where they do not think, and unless they are told not to, they do. A response may do both. */
const CALLS_WITHOUT_THINKING = /^gpt-5\.6(?:-|$)/

const withoutThinking = (body: JsonObject): JsonObject =>
  arrayAt(body, 'tools').length === 0 || body['reasoning_effort'] === 'none' ? body : { ...body, reasoning_effort: 'none' }

const withoutSampling = withoutFields(...SAMPLING)

const sampledWithoutThinking = (body: JsonObject, model: string): JsonObject =>
  (body['reasoning_effort'] ?? (THINKS_UNASKED.test(model) ? 'medium' : 'none')) === 'none' ? body : withoutSampling(body, model)

const isFunction = (tool: unknown): boolean => (textAt(tool, 'type') ?? 'function') === 'function'

/** Nothing is asked for that a response cannot give. */
export const isSayableOnResponses = ({ body, choices }: ChatCall): boolean => choices === 1 && arrayAt(body, 'tools').every(isFunction)

/** Whether the newest call functions in a chat while they think is disputed; on the other endpoint they do. */
const CALLS_THERE = /^gpt-6/

const isBetterThere = (model: string, { body }: ChatCall): boolean => {
  if (!THINKS.test(model)) return false
  const effort = readEffort(body)
  const hasTools = arrayAt(body, 'tools').length > 0
  if (CALLS_THERE.test(model)) return hasTools && effort !== 'none'
  return CALLS_WITHOUT_THINKING.test(model) && (effort === 'max' || (hasTools && (effort ?? 'none') !== 'none'))
}

/** Chats that the Responses endpoint answers and OpenAI's chat does not, or not as they are meant. */
export const isForResponses = (model: string, call: ChatCall): boolean =>
  answersOnResponsesAlone(model) || (isBetterThere(model, call) && isSayableOnResponses(call))

/** The caller's limit by the name that the model takes, and an effort at which it can do what is asked. */
export const adaptToModel = changes(
  forModels(
    THINKS,
    changes(limitNamed('max_completion_tokens'), forModels(CALLS_WITHOUT_THINKING, withoutThinking), knownEffort, sampledWithoutThinking),
  ),
  fewStops(4),
  // Thoughts that another endpoint or another provider has sealed.
  messagesWithout('thinking_blocks'),
)

/** Fields that the model refuses. */
export const refusedByModel = (model: string): readonly string[] => {
  if (NEVER_STOPS.test(model)) return [...SAMPLING, 'stop', 'prediction']
  if (NEVER_SAMPLES.test(model)) return SAMPLING
  return NEVER_THINKS.test(model) ? ['reasoning_effort'] : []
}
