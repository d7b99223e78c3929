import { describe, expect, it } from 'bun:test'
import { inspectEvent, inspectResponse } from '../openai-responses/inspect-response.ts'
import { usageOfTaskReply } from '../openai-tasks/task-usage.ts'
import { usageFromWire } from './usage.ts'

type Figures = readonly [prompt: number, completion: number, reasoning: number, total?: number | undefined]

const chat = ([prompt, completion, reasoning, total]: Figures) => ({
  prompt_tokens: prompt,
  completion_tokens: completion,
  ...(total !== undefined && { total_tokens: total }),
  completion_tokens_details: { reasoning_tokens: reasoning },
})

const response = ([input, output, reasoning, total]: Figures) => ({
  input_tokens: input,
  output_tokens: output,
  ...(total !== undefined && { total_tokens: total }),
  output_tokens_details: { reasoning_tokens: reasoning },
})

/** Prompt, completion, reasoning and total as reported, and what is charged as output. */
const CASES = [
  ['reasoning outside the completion', [32, 2, 320, 354], 322],
  ['reasoning outside a longer completion', [32, 400, 320, 752], 720],
  ['reasoning inside the completion', [32, 322, 320, 354], 322],
  ['nothing but reasoning inside', [32, 320, 320, 352], 320],
  ['nothing but reasoning outside', [32, 0, 320, 352], 320],
  ['no reasoning, a total that is larger', [32, 2, 0, 354], 2],
  ['no total, reasoning that fits inside', [32, 322, 320, undefined], 322],
  ['no total, reasoning that cannot be inside', [32, 2, 320, undefined], 320],
  ['a total of nothing', [32, 322, 320, 0], 322],
  ['a total below its parts, reasoning that cannot be inside', [32, 2, 320, 20], 320],
  ['an absurd total, reasoning that fits inside', [32, 322, 320, 1e12], 322],
  ['an absurd total, reasoning that cannot be inside', [32, 2, 320, 1e12], 322],
  ['a total that leaves room for a part of the reasoning', [32, 2, 320, 134], 102],
  ['a total that leaves no room for the reasoning', [32, 300, 305, 332], 300],
] as const

describe('the output of a chat and of a response', () => {
  for (const [name, figures, expected] of CASES)
    it(`is ${expected} with ${name}`, () => {
      expect(usageFromWire(chat(figures))?.output).toBe(expected)
      const usage = response(figures)
      const whole = { status: 'completed', output: [], usage }
      expect(inspectResponse(whole).usage?.output).toBe(expected)
      expect(inspectEvent({ type: 'response.completed', response: whole }).usage?.output).toBe(expected)
      expect(usageOfTaskReply({ usage })?.output).toBe(expected)
    })

  it('names how much of it was reasoning, never more than there is', () => {
    expect(usageFromWire(chat([32, 2, 320, 354]))).toMatchObject({ input: 32, output: 322, reasoning: 320 })
    expect(usageFromWire(chat([32, 300, 305, 332]))).toMatchObject({ output: 300, reasoning: 300 })
  })

  it('is not raised by cached or spoken tokens, which are parts of their side', () => {
    const details = {
      prompt_tokens_details: { cached_tokens: 20, audio_tokens: 12 },
      completion_tokens_details: { reasoning_tokens: 0, audio_tokens: 5, accepted_prediction_tokens: 3 },
    }
    const usage = { prompt_tokens: 32, completion_tokens: 10, total_tokens: 42, ...details }
    expect(usageFromWire(usage)).toEqual({
      input: 12,
      cacheRead: 20,
      cacheWrite: 0,
      output: 10,
      reasoning: 0,
      audioInput: 12,
      audioOutput: 5,
      acceptedPrediction: 3,
      source: 'upstream',
    })
  })

  it('was written to a cache for no more than was not read from one', () => {
    const usage = { prompt_tokens: 32, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 20, cache_write_tokens: 30 } }
    expect(usageFromWire(usage)).toMatchObject({ input: 0, cacheRead: 20, cacheWrite: 12 })
    const beyond = { prompt_tokens: 32, completion_tokens: 1, prompt_tokens_details: { cached_tokens: 40, cache_write_tokens: 1 } }
    expect(usageFromWire(beyond)).toMatchObject({ input: 0, cacheRead: 32, cacheWrite: 0 })
  })

  it('has no part that is larger than it, in a chat or in a response', () => {
    const input = { audio_tokens: 99 }
    const output = { audio_tokens: 98, accepted_prediction_tokens: 97, rejected_prediction_tokens: 96 }
    const parts = { audioInput: 32, audioOutput: 10, acceptedPrediction: 10, rejectedPrediction: 10 }
    const chatUsage = { prompt_tokens: 32, completion_tokens: 10, prompt_tokens_details: input, completion_tokens_details: output }
    expect(usageFromWire(chatUsage)).toMatchObject({ input: 32, output: 10, ...parts })
    const responseUsage = { input_tokens: 32, output_tokens: 10, input_tokens_details: input, output_tokens_details: output }
    expect(inspectResponse({ status: 'completed', output: [], usage: responseUsage }).usage).toMatchObject({
      input: 32,
      output: 10,
      ...parts,
    })
  })

  it('counts reasoning that stands beside the other counts, without details', () => {
    const usage = { prompt_tokens: 32, completion_tokens: 2, total_tokens: 354, reasoning_tokens: 320 }
    expect(usageFromWire(usage)).toMatchObject({ output: 322, reasoning: 320 })
  })

  it('is the rest of the total where no completion is counted', () => {
    expect(usageFromWire({ prompt_tokens: 32, total_tokens: 354, completion_tokens_details: { reasoning_tokens: 320 } })).toMatchObject({
      output: 322,
      reasoning: 320,
    })
  })
})
