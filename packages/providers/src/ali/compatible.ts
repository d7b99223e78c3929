import { readEffort } from '@weir/dialects/openai-chat/read-options'
import { changes, clampField, developerIsSystem, forModels, renameField, withoutFields, type BodyChange } from '../kit/body.ts'

const INTERNET = /-internet$/

/** The name with which this family of gateways asks for a search is not upstream's. */
export const modelName = (model: string): string => model.replace(INTERNET, '')

const withSearch = forModels(INTERNET, (body) => ({ ...body, enable_search: true }))

/** Only one of the families sold here knows efforts; the others know thinking as on or off. */
const effortAsThinking: BodyChange = (body) => {
  const effort = readEffort(body)
  if (effort === undefined) return body
  const rest = withoutFields('reasoning_effort', 'reasoning')(body, '')
  return { enable_thinking: effort !== 'none' && effort !== 'minimal', ...rest }
}

/** The open Qwen3 models think by default and then answer in streams only. */
const answersWhole: BodyChange = (body) => (body['stream'] === true ? body : { ...body, enable_thinking: false })

const OPEN_QWEN3 = /^qwen3-\d+(?:\.\d+)?b(?:-a\d+b)?$/
const HAS_EFFORT = /^deepseek-v4/
const HAS_BUDGET = /^(?:qwen|qwq|kimi)/

export const DROPPED = ['frequency_penalty', 'logit_bias']

export const adaptChat = changes(
  developerIsSystem,
  renameField('max_completion_tokens', 'max_tokens'),
  withSearch,
  clampField('top_p', { min: 0.01, max: 0.99 }),
  clampField('temperature', { min: 0, max: 1.99 }),
  forModels((model) => !HAS_EFFORT.test(model), effortAsThinking),
  forModels((model) => !HAS_BUDGET.test(model), withoutFields('thinking_budget')),
  forModels(OPEN_QWEN3, answersWhole),
)
