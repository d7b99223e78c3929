import { describe, expect, it } from 'bun:test'
import { parseChatCall } from '../openai-chat/parse-call.ts'
import type { Message } from '../openai-chat/read-messages.ts'
import { readMessages } from '../openai-chat/read-messages.ts'
import { claudeTraits, type ClaudeTraits } from './models.ts'
import { planThinking, type ThinkingPlan } from './thinking.ts'

const KNOWN = claudeTraits('claude-sonnet-4-5')
const budgeted: ClaudeTraits = { ...KNOWN, thinking: 'budget', whenOff: 'disabled' }
const adaptive: ClaudeTraits = { ...KNOWN, thinking: 'adaptive', whenOff: 'disabled', hasXhigh: false }
const HI = [{ role: 'user', content: 'hi' }]

const plan = (body: object, traits: ClaudeTraits, messages: readonly Message[] = []): ThinkingPlan => {
  const parsed = parseChatCall(JSON.stringify({ model: 'm', messages: HI, ...body }))
  if (!parsed.ok) throw new Error(parsed.problem.en)
  return planThinking(parsed.call, messages, traits)
}

const NOTHING = { isOn: false, budget: 0 }

describe('an effort', () => {
  it.each([
    ['minimal', 1024],
    ['low', 1280],
    ['medium', 2048],
    ['high', 4096],
    ['xhigh', 8192],
    ['max', 16_384],
  ])('%s sets %p tokens aside', (effort, budget) => {
    expect(plan({ reasoning_effort: effort }, budgeted)).toEqual({ isOn: true, budget })
  })

  it.each([
    ['minimal', 'low'],
    ['low', 'low'],
    ['medium', 'medium'],
    ['high', 'high'],
    ['xhigh', 'high'],
    ['max', 'max'],
  ])('%s is %s where the model decides by itself', (effort, level) => {
    expect(plan({ reasoning_effort: effort }, adaptive)).toEqual({ thinking: { type: 'adaptive' }, effort: level, isOn: true, budget: 0 })
  })

  it('xhigh stays where the model has it', () => {
    expect(plan({ reasoning_effort: 'xhigh' }, { ...adaptive, hasXhigh: true }).effort).toBe('xhigh')
  })

  it('none turns thinking off in the way the model has', () => {
    const off = (whenOff: ClaudeTraits['whenOff']) => plan({ reasoning_effort: 'none' }, { ...adaptive, whenOff })
    expect(off('disabled')).toEqual({ thinking: { type: 'disabled' }, isOn: false, budget: 0 })
    expect(off('between_tools')).toEqual({ thinking: { type: 'between_tools' }, isOn: false, budget: 0 })
    expect(off('low-effort')).toEqual({ effort: 'low', isOn: true, budget: 0 })
  })

  it('that is not given leaves a model as it is', () => {
    expect(plan({}, adaptive)).toEqual(NOTHING)
    expect(plan({}, { ...adaptive, whenOff: 'low-effort' })).toEqual({ isOn: true, budget: 0 })
  })

  it('is nothing to a model that cannot think, and where there is no room', () => {
    expect(plan({ reasoning_effort: 'high' }, { ...budgeted, thinking: 'none' })).toEqual(NOTHING)
    expect(plan({ reasoning_effort: 'high', max_tokens: 1024 }, budgeted)).toEqual(NOTHING)
    expect(plan({ reasoning_effort: 'high', max_tokens: 1025 }, budgeted)).toEqual({ isOn: true, budget: 4096 })
  })

  it('turns thinking off after a call whose thought was lost', () => {
    const call = { id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }
    const messages = (...rest: readonly object[]) => readMessages({ messages: [...HI, ...rest] }, '')
    const lost = { thinking: { type: 'disabled' }, isOn: false, budget: 0 }
    const after = (...rest: readonly object[]) => plan({ reasoning_effort: 'low' }, budgeted, messages(...rest))
    expect(after({ role: 'assistant', tool_calls: [call] })).toEqual(lost)
    expect(after({ role: 'assistant', content: 'x' })).toEqual({ isOn: true, budget: 1280 })
    expect(after({ role: 'assistant', tool_calls: [call] }, { role: 'user', content: 'go on' })).toEqual({ isOn: true, budget: 1280 })
  })
})

describe("a caller's own words", () => {
  it.each([
    [{ type: 'enabled', budget_tokens: 3000 }, true, 3000],
    [{ type: 'disabled' }, false, 0],
    [{ type: 'adaptive' }, true, 0],
    [{ type: 'enabled', budget_tokens: 'x' }, true, 0],
  ])('%j are taken as they are', (thinking, isOn, budget) => {
    expect(plan({ thinking, reasoning_effort: 'max' }, { ...budgeted, thinking: 'none' })).toEqual({ thinking, isOn, budget })
  })
})
