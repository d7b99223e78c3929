import { expect, it } from 'bun:test'
import { inspectReplyAt } from './inspect-reply-at.ts'
import { reportedUsage } from './reported-usage.ts'

const none = { cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' } as const

it.each([
  [{ prompt: undefined, output: undefined, cached: 5 }, undefined],
  [
    { prompt: 9, output: undefined },
    { ...none, input: 9 },
  ],
  [
    { prompt: undefined, output: 4 },
    { ...none, input: 0, output: 4 },
  ],
  [
    { prompt: 9, cached: 4, output: 6, reasoning: 2 },
    { ...none, input: 5, cacheRead: 4, output: 6, reasoning: 2 },
  ],
  [
    { prompt: 9, cached: 10, output: 6, reasoning: 7 },
    { ...none, input: 0, cacheRead: 9, output: 6, reasoning: 6 },
  ],
  [
    { prompt: undefined, output: undefined, total: 30 },
    { ...none, input: 0, output: 30, uncountedPrompt: 'inside' },
  ],
  [
    { prompt: 9, output: 6, total: 30 },
    { ...none, input: 9, output: 6 },
  ],
])('counts %j', (counts, usage) => {
  expect<object | undefined>(reportedUsage(counts)).toEqual(usage)
})

const wire = (usage: object) => ({ choices: [{ finish_reason: 'stop', message: { content: 'a' } }], usage })

it('takes the rest of the total for thoughts where that is known of upstream', () => {
  const inspect = inspectReplyAt({ hasUnnamedThoughts: true })
  const told = (total: number, over: object = {}) => ({ prompt_tokens: 9, completion_tokens: 5, total_tokens: total, ...over })
  expect(inspect(wire(told(17))).usage).toMatchObject({ input: 9, reasoning: 3 })
  expect(inspect(wire(told(14))).usage).toMatchObject({ output: 5, reasoning: 0 })
  expect(inspect(wire(told(13))).usage).toMatchObject({ output: 5, reasoning: 0 })
  expect(inspect(wire(told(17, { completion_tokens_details: { reasoning_tokens: 1 } }))).usage).toMatchObject({ reasoning: 1 })
  expect(inspectReplyAt({})(wire(told(17))).usage).toMatchObject({ reasoning: 0 })
})

it('finds usage elsewhere, and a finish that is a failure', () => {
  const inspect = inspectReplyAt({ usageAt: () => ({ prompt_tokens: 2, completion_tokens: 3 }), failures: ['gave_up'] })
  const reply = (word: string) => ({ choices: [{ finish_reason: 'stop' }, { finish_reason: word }] })
  expect(inspect(reply('stop'))).toMatchObject({ usage: { input: 2, output: 3 }, error: undefined })
  expect(inspect(reply('gave_up')).error).toEqual({ message: '', type: 'upstream_error', code: 'gave_up' })
  expect(inspect({ ...reply('gave_up'), error: { message: 'own' } }).error).toMatchObject({ message: 'own' })
  expect(inspect({ ...reply('stop'), usage: { prompt_tokens: 7, completion_tokens: 1 } }).usage).toMatchObject({ input: 7 })
})
