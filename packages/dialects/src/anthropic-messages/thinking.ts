import { objectAt, type JsonObject } from '../json.ts'
import type { ChatCall } from '../model/call.ts'
import type { Message } from '../openai-chat/read-messages.ts'
import { readEffort, type Effort } from '../openai-chat/read-options.ts'
import type { ClaudeTraits } from './models.ts'
import { ownThoughts } from './thoughts.ts'

/** The two fields that steer thinking, and whether any is to be expected. */
export interface ThinkingPlan {
  readonly thinking?: JsonObject
  readonly effort?: string
  readonly isOn: boolean
  /** Tokens the plan needs on top of the answer's own. */
  readonly budget: number
}

const BUDGETS: Readonly<Record<Effort, number>> = { none: 0, minimal: 1024, low: 1280, medium: 2048, high: 4096, xhigh: 8192, max: 16_384 }

const levelOf = (effort: Effort, traits: ClaudeTraits): string => {
  if (effort === 'minimal' || effort === 'none') return 'low'
  return effort === 'xhigh' && !traits.hasXhigh ? 'high' : effort
}

const off = (traits: ClaudeTraits): ThinkingPlan => {
  switch (traits.whenOff) {
    case 'disabled':
      return { thinking: { type: 'disabled' }, isOn: false, budget: 0 }
    case 'between_tools':
      return { thinking: { type: 'between_tools' }, isOn: false, budget: 0 }
    case 'low-effort':
      return { effort: 'low', isOn: true, budget: 0 }
  }
}

/** Since the last thing the user said, the assistant called a tool and the thought behind it has been lost. */
const hasLostThoughts = (messages: readonly Message[]): boolean => {
  const lastUser = messages.findLastIndex((message) => message.role === 'user')
  return messages
    .slice(lastUser + 1)
    .some((message) => message.role === 'assistant' && message.toolCalls.length > 0 && ownThoughts(message.sealedReasoning).length === 0)
}

const fromCaller = (own: JsonObject): ThinkingPlan => {
  const budget = own['budget_tokens']
  return { thinking: own, isOn: own['type'] !== 'disabled', budget: typeof budget === 'number' ? budget : 0 }
}

/** The least that can be set aside for thoughts, and the answer needs more room than that. */
export const MIN_BUDGET = 1024

const NOTHING: ThinkingPlan = { isOn: false, budget: 0 }

/** What the caller's effort means on this model. A caller who speaks this wire's own `thinking` is taken at their word. */
export const planThinking = ({ body, maxOutputTokens }: ChatCall, messages: readonly Message[], traits: ClaudeTraits): ThinkingPlan => {
  const own = objectAt(body, 'thinking')
  if (own) return fromCaller(own)
  const effort = readEffort(body)
  if (traits.thinking === 'none') return NOTHING
  if (effort === undefined) return traits.whenOff === 'disabled' ? NOTHING : { isOn: true, budget: 0 }
  if (effort === 'none') return off(traits)
  if (traits.thinking === 'adaptive') return { thinking: { type: 'adaptive' }, effort: levelOf(effort, traits), isOn: true, budget: 0 }
  if (maxOutputTokens !== undefined && maxOutputTokens <= MIN_BUDGET) return NOTHING
  // Upstream refuses to go on thinking after a tool turn whose thought is not sent back.
  if (hasLostThoughts(messages)) return { thinking: { type: 'disabled' }, isOn: false, budget: 0 }
  return { isOn: true, budget: BUDGETS[effort] }
}
