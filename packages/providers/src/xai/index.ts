import { figureAt, objectAt, parseJson, textAt, type JsonObject } from '@weir/dialects/json'
import type { UpstreamFault } from '@weir/dialects/model/fault'
import { changes, forModels, messagesWithout, toolsWithout, translateField, withoutFields } from '../kit/body.ts'
import { limitNamed } from '../kit/input/older-names.ts'
import { lenientNormalizer } from '../kit/lenient-normalizer.ts'
import { openaiProvider } from '../kit/openai-provider.ts'
import { classifyOpenaiError } from '../kit/openai-wire.ts'

/** Thoughts are left out of the completion but are part of the total; without this they would not be charged. */
const countThoughts = (json: JsonObject): JsonObject => {
  const usage = objectAt(json, 'usage')
  const [prompt, completion] = [figureAt(usage, 'prompt_tokens') ?? 0, figureAt(usage, 'completion_tokens') ?? 0]
  const thoughts = figureAt(objectAt(usage, 'completion_tokens_details'), 'reasoning_tokens') ?? 0
  const isLeftOut = thoughts > 0 && figureAt(usage, 'total_tokens') === prompt + completion + thoughts
  return isLeftOut ? { ...json, usage: { ...usage, completion_tokens: completion + thoughts } } : json
}

/** These do not think, or as much as they like, and refuse to be told. */
const TAKES_NO_EFFORT = /non-reasoning|^grok-4(?:-0709|-latest)?$/

const classifyStatus = classifyOpenaiError()
const WRONG_KEY = 'Incorrect API key provided'
const NO_CREDIT = /^Your team [\w-]+ has either used all available credits or reached its monthly spending limit\./

/** Errors are sentences and nothing else tells these two apart; both stand at the very beginning, before anything a caller wrote. */
const classify = (status: number, body: string): UpstreamFault => {
  const sentence = textAt(parseJson(body), 'error') ?? ''
  if (status === 400 && sentence.startsWith(WRONG_KEY)) return 'bad-credential'
  if ((status === 403 || status === 429) && NO_CREDIT.test(sentence)) return 'out-of-credit'
  return classifyStatus(status, body)
}

export const xai = openaiProvider({
  id: 'xai',
  channelType: 45,
  filtersAllowedTools: true,
  adapt: changes(
    limitNamed('max_completion_tokens'),
    messagesWithout('name'),
    toolsWithout('strict'),
    translateField('reasoning_effort', { minimal: 'low', xhigh: 'high', max: 'high' }),
    forModels(TAKES_NO_EFFORT, withoutFields('reasoning_effort')),
  ),
  adaptTask: { 'images/generations': withoutFields('size', 'quality', 'style') },
  drop: ['stop', 'frequency_penalty', 'presence_penalty', 'top_k', 'logit_bias'],
  openNormalizer: lenientNormalizer({ first: countThoughts }),
  tasks: ['images/generations'],
  classify,
})
