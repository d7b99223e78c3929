import { describe, expect, it } from 'bun:test'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import { contextOf, targetOf, taskCallOf } from '../kit/conformance/expectation.ts'
import { mistral } from './index.ts'

const completions = mistral.tasks?.completions

describe('code between a beginning and an end', () => {
  it('is asked for with the fields that are known there', () => {
    const call = {
      model: 'codestral-latest',
      prompt: ['a'],
      suffix: 'b',
      seed: 7,
      user: 'u',
      logprobs: 1,
      echo: false,
      max_tokens: 9,
      stop: ['c'],
    }
    const sent = completions?.encode(taskCallOf('completions', { call }), targetOf({}), contextOf({}))
    expect(parseJson(String(sent?.body))).toEqual({
      model: 'codestral-latest',
      prompt: 'a',
      suffix: 'b',
      random_seed: 7,
      max_tokens: 9,
      stop: ['c'],
    })
  })

  const told = (choice: JsonObject) =>
    completions?.openNormalizer?.().normalize({ id: 'x', object: 'chat.completion', choices: [choice], model: 'm' })

  it('comes as a completion, whole and in pieces', () => {
    const whole = { index: 0, message: { role: 'assistant', content: 'return 1', tool_calls: null }, finish_reason: 'stop' }
    expect(told(whole)).toEqual({
      id: 'x',
      object: 'text_completion',
      choices: [{ index: 0, text: 'return 1', logprobs: null, finish_reason: 'stop' }],
      model: 'm',
    })
    expect(told({ index: 0, delta: { content: 'ret' } })?.['choices']).toEqual([
      { index: 0, text: 'ret', logprobs: null, finish_reason: null },
    ])
  })

  it('passes as it is where it comes so, and so does an error', () => {
    expect(told({ index: 0, text: 'ret', finish_reason: null })?.['choices']).toEqual([{ index: 0, text: 'ret', finish_reason: null }])
    const error = { object: 'error', message: 'no', code: 3 }
    expect(completions?.openNormalizer?.().normalize(error)).toEqual(error)
  })
})
