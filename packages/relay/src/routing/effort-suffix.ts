import { isObject, objectAt, type JsonObject } from '@weir/dialects/json'
import { claudeTraits } from '@weir/dialects/anthropic-messages/models'
import { MIN_BUDGET, planThinking } from '@weir/dialects/anthropic-messages/thinking'
import { thinkingConfig } from '@weir/dialects/gemini/models'
import type { WireId } from '@weir/dialects/model/caller-wire'
import type { Effort } from '@weir/dialects/openai-chat/read-options'

/** What stands behind the last hyphen of a model's name, and how much thinking it asks for. */
const EFFORT_OF = {
  xhigh: 'xhigh',
  high: 'high',
  medium: 'medium',
  low: 'low',
  minimal: 'minimal',
  none: 'none',
  // Thinking without a measure: what most providers do when none is given.
  thinking: 'medium',
} as const satisfies Record<string, Effort>

type Suffix = keyof typeof EFFORT_OF

const isSuffix = (text: string): text is Suffix => Object.hasOwn(EFFORT_OF, text)

export interface SuffixedModel {
  readonly model: string
  readonly effort: Effort
}

/** Undefined when the name has no such suffix. */
export const splitEffortSuffix = (name: string): SuffixedModel | undefined => {
  const at = name.lastIndexOf('-')
  const suffix = name.slice(at + 1)
  return at > 0 && isSuffix(suffix) ? { model: name.slice(0, at), effort: EFFORT_OF[suffix] } : undefined
}

export const withEffortSuffixes = (model: string): readonly string[] => Object.keys(EFFORT_OF).map((suffix) => `${model}-${suffix}`)

interface Asking extends SuffixedModel {
  readonly maxOutputTokens: number | undefined
}

const without = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([member]) => member !== name))

/** Other spellings of the same wish would be heard before it. */
const inChat = (body: JsonObject, { effort }: Asking): JsonObject => {
  const reasoning = objectAt(body, 'reasoning')
  return {
    ...without(body, 'thinking'),
    ...(reasoning !== undefined && { reasoning: without(reasoning, 'effort') }),
    reasoning_effort: effort,
  }
}

const inMessages = (body: JsonObject, { model, effort, maxOutputTokens }: Asking): JsonObject => {
  const call = { model, body: { reasoning_effort: effort }, rawBody: '', maxOutputTokens, dropped: [], promptBytes: 0, choices: 1 }
  const plan = planThinking({ ...call, isStream: false, wantsStreamUsage: false }, [], claudeTraits(model))
  const budget = Math.max(Math.min(plan.budget, (maxOutputTokens ?? Number.POSITIVE_INFINITY) - MIN_BUDGET), MIN_BUDGET)
  const thinking = plan.thinking ?? (plan.budget > 0 ? { type: 'enabled', budget_tokens: budget } : undefined)
  return {
    ...without(body, 'thinking'),
    ...(thinking !== undefined && { thinking }),
    ...(plan.effort !== undefined && { output_config: { ...objectAt(body, 'output_config'), effort: plan.effort } }),
  }
}

const inGemini = (body: JsonObject, { model, effort }: Asking): JsonObject => {
  const config = thinkingConfig(model, effort)
  if (config === undefined) return body
  const name = isObject(body['generation_config']) ? 'generation_config' : 'generationConfig'
  return { ...body, [name]: { ...objectAt(body, name), thinkingConfig: config } }
}

/** The body with the effort that the model's name asks for, in the words of the wire. It stands in place of one that the body asks for. */
export const withEffort = (wire: WireId | 'chat', body: JsonObject, asking: Asking): JsonObject => {
  switch (wire) {
    case 'chat':
      return inChat(body, asking)
    case 'responses':
      return { ...body, reasoning: { ...objectAt(body, 'reasoning'), effort: asking.effort } }
    // It shortens a conversation without thinking about it.
    case 'compaction':
      return body
    case 'messages':
      return inMessages(body, asking)
    case 'gemini':
      return inGemini(body, asking)
  }
}
