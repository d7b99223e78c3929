import { readEffort } from '@weir/dialects/openai-chat/read-options'
import { changes, clampField, forModels, withoutFields, type BodyChange } from '../body.ts'
import { freeToolChoice, isToolForced } from '../input/allowed-tools.ts'
import { olderNames } from '../input/older-names.ts'
import { lenientNormalizer } from '../lenient-normalizer.ts'

const INTERNET = /-internet$/

/** The name with which this family of gateways asks for a search is not upstream's. */
export const modelName = (model: string): string => model.replace(INTERNET, '')

const withSearch = forModels(INTERNET, (body) => ({ ...body, enable_search: true }))

const withoutEffort = withoutFields('reasoning_effort', 'reasoning')

/** Only one of the families sold here knows efforts; the others know thinking as on or off. */
const effortAsThinking: BodyChange = (body) => {
  const effort = readEffort(body)
  return effort === undefined ? body : { enable_thinking: effort !== 'none' && effort !== 'minimal', ...withoutEffort(body, '') }
}

/** For models that answer in streams only. A caller who wants the answer whole gets it collected. */
const asStream: BodyChange = (body) => (body['stream'] === true ? body : { ...body, stream: true, stream_options: { include_usage: true } })

/** The open Qwen3 models think unless told otherwise, and then answer in streams only. */
const answersWhole: BodyChange = (body, model) => {
  if (body['stream'] === true) return body
  return body['enable_thinking'] === true ? asStream(body, model) : { ...body, enable_thinking: false }
}

const OPEN_QWEN3 = /^qwen3-\d+(?:\.\d+)?b(?:-a\d+b)?$/
const ONLY_STREAMS = /^(?:qwq|qvq)|-omni-|^qwen3.*-thinking(?:-|$)/
const HAS_EFFORT = /^deepseek-v4/
const HAS_BUDGET = /(?:^|\/)(?:qwen|qwq|kimi)/

/** These refuse not to think. */
const ALWAYS_THINKS = /-thinking(?:-|$)|^(?:qwq|qvq|deepseek-r1)/
const MAY_THINK = /^(?:qwen(?:3|-plus|-flash|-turbo)(?!.*(?:instruct|coder))|deepseek-v(?:3\.[1-9]|[4-9])|glm-|kimi-k(?:2\.[5-9]|[3-9]))/

/**
 * A tool cannot be forced while the model thinks: upstream answers 400. The tool wins, since the caller waits for that call, unless the
 * model cannot stop thinking or was told to think by upstream's own word.
 */
const forcedWithoutThought: BodyChange = (body, model) => {
  if (!isToolForced(body)) return body
  if (ALWAYS_THINKS.test(model) || body['enable_thinking'] === true) return freeToolChoice(body, model)
  const isThinking = readEffort(body) !== undefined || MAY_THINK.test(model)
  return isThinking ? { ...withoutEffort(body, ''), enable_thinking: false } : body
}

export const adaptChat = changes(
  olderNames,
  withSearch,
  clampField('top_p', { min: 0.01, max: 0.99 }),
  clampField('temperature', { min: 0, max: 1.99 }),
  forcedWithoutThought,
  forModels((model) => !HAS_EFFORT.test(model), effortAsThinking),
  forModels((model) => !HAS_BUDGET.test(model), withoutFields('thinking_budget')),
  forModels(OPEN_QWEN3, answersWhole),
  forModels(ONLY_STREAMS, asStream),
)

const FIRST_VECTORS = /^text-embedding-v[12]$/
const LATER_VECTORS = /^text-embedding-v\d/

const maxInputs = (model: string): number | undefined => {
  if (FIRST_VECTORS.test(model)) return 25
  return LATER_VECTORS.test(model) ? 10 : undefined
}

/** Chat on the compatible wire, which two channel types speak. */
export const compatibleChat = {
  maxInputs,
  modelName,
  filtersAllowedTools: true,
  adapt: adaptChat,
  drop: ['frequency_penalty', 'logit_bias'],
  openNormalizer: lenientNormalizer(),
}
