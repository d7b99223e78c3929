import { describe, expect, it } from 'bun:test'
import { usageFromClaude, mergeUsage } from './anthropic-messages/usage.ts'
import { usageFromGemini } from './gemini/read-usage.ts'
import { reconcileOutput } from './model/reconcile-output.ts'
import { approximateTokens, estimatedUsage, promptTokensOf, usageParts, type Usage } from './model/usage.ts'
import { chatUsageFromWire } from './openai-chat/usage.ts'
import { renderUsage } from './openai-chat/render-reply.ts'
import { renderResponseUsage, usageFromResponse } from './openai-responses/usage.ts'
import { usageOfTaskReply } from './openai-tasks/task-usage.ts'

const counted = (over: Partial<Usage>): Usage => ({
  input: 0,
  cacheRead: 0,
  cacheWrite: 0,
  output: 0,
  reasoning: 0,
  source: 'upstream',
  ...over,
})

describe('what was produced', () => {
  it.each([
    ['no reasoning is told', { completion: 7, reasoning: 0, total: 99 }, 7],
    ['reasoning lies inside', { completion: 7, reasoning: 5, total: 17 }, 7],
    ['reasoning lies beside, as the total tells', { completion: 7, reasoning: 5, total: 22 }, 12],
    ['reasoning is too large to lie inside', { completion: 7, reasoning: 9, total: 26 }, 16],
    ['the total leaves less room than that', { completion: 7, reasoning: 9, total: 20 }, 10],
    ['the total holds something else', { completion: 7, reasoning: 5, total: 20 }, 7],
    ['no total is told', { completion: 7, reasoning: 5, total: undefined }, 7],
    ['no total is told, and reasoning is larger', { completion: 7, reasoning: 9, total: undefined }, 9],
    ['the total is below its parts', { completion: 7, reasoning: 9, total: 16 }, 9],
    ['a single token of reasoning', { completion: 7, reasoning: 1, total: 18 }, 8],
    ['a total of exactly its parts', { completion: 7, reasoning: 9, total: 17 }, 7],
  ])('where %s', (_, counts, output) => {
    expect(reconcileOutput({ prompt: 10, ...counts })).toBe(output)
  })
})

describe('figures of a chat', () => {
  it.each<readonly [object, Usage | undefined]>([
    [{ prompt_tokens: 10, completion_tokens: 4 }, counted({ input: 10, output: 4 })],
    [{ prompt_tokens: 10, total_tokens: 14 }, counted({ input: 10, output: 4 })],
    [{ prompt_tokens: 10, total_tokens: 4 }, counted({ input: 10 })],
    [{ completion_tokens: 4 }, counted({ output: 4, uncountedPrompt: 'beside' })],
    [{ prompt_tokens: 0, completion_tokens: 4, total_tokens: 4 }, counted({ output: 4 })],
    [{ prompt_tokens: 0, completion_tokens: 4 }, counted({ output: 4 })],
    [{ completion_tokens: 4, total_tokens: 10 }, counted({ input: 6, output: 4 })],
    [{ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }, counted({})],
    [{ prompt_tokens: 10 }, undefined],
    [{ total_tokens: 10 }, counted({ output: 10, uncountedPrompt: 'inside' })],
    [{ input_tokens: 0, output_tokens: 0, total_tokens: 10 }, counted({ output: 10, uncountedPrompt: 'inside' })],
    [
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 6 } },
      counted({ input: 4, cacheRead: 6, output: 4 }),
    ],
    [{ prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 60 } }, counted({ cacheRead: 10, output: 4 })],
    [
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 2, cache_creation_tokens: 5 } },
      counted({ input: 3, cacheRead: 2, cacheWrite: 5, output: 4 }),
    ],
    [
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cache_write_tokens: 1, cache_creation_tokens: 5 } },
      counted({ input: 9, cacheWrite: 1, output: 4 }),
    ],
    [{ prompt_tokens: 10, completion_tokens: 4, reasoning_tokens: 3 }, counted({ input: 10, output: 4, reasoning: 3 })],
    [
      { prompt_tokens: 10, completion_tokens: 4, total_tokens: 17, completion_tokens_details: { reasoning_tokens: 3 } },
      counted({ input: 10, output: 7, reasoning: 3 }),
    ],
    [
      {
        prompt_tokens: 10,
        completion_tokens: 8,
        prompt_tokens_details: { audio_tokens: 4 },
        completion_tokens_details: { audio_tokens: 3, accepted_prediction_tokens: 2, rejected_prediction_tokens: 1 },
      },
      counted({ input: 10, output: 8, audioInput: 4, audioOutput: 3, acceptedPrediction: 2, rejectedPrediction: 1 }),
    ],
    // Moonshot, DeepSeek, Mistral and LiteLLM count what came from a cache beside the prompt.
    [{ prompt_tokens: 10, completion_tokens: 4, cached_tokens: 6 }, counted({ input: 4, cacheRead: 6, output: 4 })],
    [{ prompt_tokens: 10, completion_tokens: 4, prompt_cache_hit_tokens: 6 }, counted({ input: 4, cacheRead: 6, output: 4 })],
    [{ prompt_tokens: 10, completion_tokens: 4, num_cached_tokens: 6 }, counted({ input: 4, cacheRead: 6, output: 4 })],
    [
      { prompt_tokens: 10, completion_tokens: 4, cache_read_input_tokens: 6, cache_creation_input_tokens: 3 },
      counted({ input: 1, cacheRead: 6, cacheWrite: 3, output: 4 }),
    ],
    [
      { prompt_tokens: 10, completion_tokens: 4, cached_tokens: 6, prompt_tokens_details: { cached_tokens: 2 } },
      counted({ input: 8, cacheRead: 2, output: 4 }),
    ],
    // Bailian.
    [
      {
        prompt_tokens: 10,
        completion_tokens: 4,
        prompt_tokens_details: {
          cached_tokens: 2,
          cache_creation_input_tokens: 7,
          cache_creation: { ephemeral_5m_input_tokens: 7 },
          cache_type: 'ephemeral',
        },
      },
      counted({ input: 1, cacheRead: 2, cacheWrite: 7, output: 4 }),
    ],
    [
      {
        prompt_tokens: 10,
        completion_tokens: 4,
        cache_creation_input_tokens: 7,
        cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 5 },
      },
      counted({ input: 3, cacheWrite: 7, cacheWriteHour: 5, output: 4 }),
    ],
    // new-api.
    [
      { prompt_tokens: 10, completion_tokens: 4, prompt_tokens_details: { cached_creation_tokens: 7 } },
      counted({ input: 3, cacheWrite: 7, output: 4 }),
    ],
    // The names of a response in a chat.
    [{ input_tokens: 10, output_tokens: 4, total_tokens: 14 }, counted({ input: 10, output: 4 })],
    [
      {
        input_tokens: 10,
        output_tokens: 4,
        input_tokens_details: { cached_tokens: 6 },
        output_tokens_details: { reasoning_tokens: 3 },
      },
      counted({ input: 4, cacheRead: 6, output: 4, reasoning: 3 }),
    ],
  ])('%j', (wire, usage) => {
    expect(chatUsageFromWire({ ...wire })).toEqual(usage)
  })

  it('are told as they are read', () => {
    const usage = counted({ input: 3, cacheRead: 4, cacheWrite: 5, output: 7, reasoning: 2, audioInput: 1, audioOutput: 2 })
    expect(renderUsage(usage)).toEqual({
      prompt_tokens: 12,
      completion_tokens: 7,
      total_tokens: 19,
      prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 5, audio_tokens: 1 },
      completion_tokens_details: { reasoning_tokens: 2, audio_tokens: 2 },
    })
    expect(renderUsage(counted({ cacheWrite: 1 })).prompt_tokens_details).toEqual({ cached_tokens: 0, cache_write_tokens: 1 })
    expect(renderUsage(counted({})).prompt_tokens_details).toEqual({ cached_tokens: 0 })
  })
})

describe('figures of a response', () => {
  it.each<readonly [object, Usage | undefined]>([
    [{ input_tokens: 10, output_tokens: 4 }, counted({ input: 10, output: 4 })],
    [{ input_tokens: 10 }, counted({ input: 10 })],
    [{ output_tokens: 4 }, counted({ output: 4 })],
    [{}, undefined],
    [{ input_tokens: 10, output_tokens: 4, input_tokens_details: { cached_tokens: 6 } }, counted({ input: 4, cacheRead: 6, output: 4 })],
    [{ input_tokens: 10, output_tokens: 4, input_tokens_details: { cached_tokens: 60 } }, counted({ cacheRead: 10, output: 4 })],
    [
      { input_tokens: 10, output_tokens: 4, total_tokens: 17, output_tokens_details: { reasoning_tokens: 3 } },
      counted({ input: 10, output: 7, reasoning: 3 }),
    ],
    [
      { input_tokens: 10, output_tokens: 4, input_tokens_details: { audio_tokens: 99 }, output_tokens_details: { audio_tokens: 99 } },
      counted({ input: 10, output: 4, audioInput: 10, audioOutput: 4 }),
    ],
  ])('%j', (wire, usage) => {
    expect(usageFromResponse({ ...wire })).toEqual(usage)
  })

  it('are told as they are read', () => {
    expect(renderResponseUsage(counted({ input: 3, cacheRead: 4, cacheWrite: 5, output: 7, reasoning: 2 }))).toEqual({
      input_tokens: 12,
      input_tokens_details: { cached_tokens: 4, cache_write_tokens: 5 },
      output_tokens: 7,
      output_tokens_details: { reasoning_tokens: 2 },
      total_tokens: 19,
    })
  })
})

describe('figures of a message', () => {
  it.each<readonly [object, Usage | undefined]>([
    [{ input_tokens: 10 }, undefined],
    [{ output_tokens: 4 }, counted({ output: 4 })],
    [
      { input_tokens: 10, output_tokens: 4, cache_read_input_tokens: 5, cache_creation_input_tokens: 6 },
      counted({ input: 10, cacheRead: 5, cacheWrite: 6, output: 4 }),
    ],
    [
      { output_tokens: 4, cache_creation_input_tokens: 6, cache_creation: { ephemeral_1h_input_tokens: 2 } },
      counted({ cacheWrite: 6, cacheWriteHour: 2, output: 4 }),
    ],
    [
      { output_tokens: 4, cache_creation_input_tokens: 6, cache_creation: { ephemeral_1h_input_tokens: 9 } },
      counted({ cacheWrite: 6, cacheWriteHour: 6, output: 4 }),
    ],
    [
      { output_tokens: 4, cache_creation_input_tokens: 1, cache_creation: { ephemeral_1h_input_tokens: 1 } },
      counted({ cacheWrite: 1, cacheWriteHour: 1, output: 4 }),
    ],
    [{ output_tokens: 4, output_tokens_details: { thinking_tokens: 3 } }, counted({ output: 4, reasoning: 3 })],
    [{ output_tokens: 4, output_tokens_details: { thinking_tokens: 9 } }, counted({ output: 4, reasoning: 4 })],
  ])('%j', (wire, usage) => {
    expect(usageFromClaude({ ...wire })).toEqual(usage)
  })

  it('take the newest of each, and nothing for none', () => {
    expect(mergeUsage({ a: 1, b: 2 }, { b: 3, a: null, c: 0 })).toEqual({ a: 1, b: 3, c: 0 })
    expect(mergeUsage({ a: 1 }, undefined)).toEqual({ a: 1 })
  })
})

describe('figures of Google', () => {
  it.each<readonly [object, Usage | undefined]>([
    [{ candidatesTokenCount: 4 }, undefined],
    [{ promptTokenCount: 10 }, counted({ input: 10 })],
    [{ promptTokenCount: 10, candidatesTokenCount: 4 }, counted({ input: 10, output: 4 })],
    [{ promptTokenCount: 10, toolUsePromptTokenCount: 5, candidatesTokenCount: 4 }, counted({ input: 15, output: 4 })],
    [
      { promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 17 },
      counted({ input: 10, output: 7, reasoning: 3 }),
    ],
    [
      { promptTokenCount: 10, candidatesTokenCount: 4, thoughtsTokenCount: 3, totalTokenCount: 14 },
      counted({ input: 10, output: 4, reasoning: 3 }),
    ],
    [{ promptTokenCount: 10, cachedContentTokenCount: 6 }, counted({ input: 4, cacheRead: 6 })],
    [{ promptTokenCount: 10, cachedContentTokenCount: 60 }, counted({ cacheRead: 10 })],
    [
      {
        promptTokenCount: 10,
        candidatesTokenCount: 4,
        promptTokensDetails: [
          { modality: 'TEXT', tokenCount: 1 },
          { modality: 'AUDIO', tokenCount: 9 },
        ],
        candidatesTokensDetails: [{ modality: 'AUDIO', tokenCount: 2 }],
      },
      counted({ input: 10, output: 4, audioInput: 9, audioOutput: 2 }),
    ],
  ])('%j', (wire, usage) => {
    expect(usageFromGemini({ ...wire })).toEqual(usage)
  })
})

describe('figures of a task', () => {
  it.each<readonly [unknown, Usage | undefined]>([
    ['text', undefined],
    [{}, undefined],
    [{ usage: {} }, undefined],
    [{ duration: 1.2344 }, counted({ input: 1235, unit: 'millisecond' })],
    [{ duration: '2.5' }, counted({ input: 2500, unit: 'millisecond' })],
    [{ usage: { type: 'duration', seconds: 3 } }, counted({ input: 3000, unit: 'millisecond' })],
    [{ usage: { input_tokens: 3, output_tokens: 4 } }, counted({ input: 3, output: 4 })],
    [{ usage: { prompt_tokens: 3, completion_tokens: 4 } }, counted({ input: 3, output: 4 })],
    [{ usage: { total_tokens: 9 } }, counted({ input: 9 })],
    [{ usage: { prompt_tokens: 9 } }, counted({ input: 9 })],
  ])('%j', (json, usage) => {
    expect(usageOfTaskReply(json)).toEqual(usage)
  })
})

describe('figures without a counter', () => {
  it.each([
    [0, 0],
    [1, 1],
    [2, 1],
    [3, 2],
    [100, 38],
    [101, 39],
  ])('%p bytes are %p tokens', (bytes, tokens) => {
    expect(approximateTokens(bytes)).toBe(tokens)
  })

  it('come from prompt and answer, and say that they are estimated', () => {
    expect(estimatedUsage(100, 200)).toEqual({ ...counted({ input: 38, output: 76 }), source: 'estimate' })
    expect(promptTokensOf(counted({ input: 1, cacheRead: 20, cacheWrite: 300, output: 4000 }))).toBe(321)
  })

  it('have no part that is larger than the whole, and none of nothing', () => {
    const whole = { prompt: 5, output: 3 }
    expect(usageParts({ audioInput: 9, audioOutput: 9, acceptedPrediction: 2, rejectedPrediction: 0 }, whole)).toEqual({
      audioInput: 5,
      audioOutput: 3,
      acceptedPrediction: 2,
    })
    expect(usageParts({ audioInput: undefined, audioOutput: 1 }, whole)).toEqual({ audioOutput: 1 })
  })
})

describe('figures of a message before which the conversation was summed up', () => {
  it('hold what that took, and no other part of an answer twice', () => {
    const wire = {
      input_tokens: 23_000,
      output_tokens: 1000,
      cache_read_input_tokens: 7,
      iterations: [
        {
          type: 'compaction',
          input_tokens: 180_000,
          output_tokens: 3500,
          cache_read_input_tokens: 30,
          cache_creation_input_tokens: 500,
          cache_creation: { ephemeral_5m_input_tokens: 100, ephemeral_1h_input_tokens: 400 },
        },
        { type: 'message', input_tokens: 23_000, output_tokens: 1000, cache_read_input_tokens: 7 },
        'compaction',
      ],
    }
    expect(usageFromClaude(wire)).toEqual(counted({ input: 203_000, cacheRead: 37, cacheWrite: 500, cacheWriteHour: 400, output: 4500 }))
  })
})
