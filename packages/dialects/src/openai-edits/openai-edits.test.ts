import { describe, expect, it } from 'bun:test'
import { parseEditCall } from './parse-edit.ts'
import { renderEdit } from './render-edit.ts'

describe('an edit', () => {
  it('is a chat with the instruction as its system message and the text as the question', () => {
    const parsed = parseEditCall('{"model":"gpt-4o","instruction":"Fix the spelling","input":"helo","n":2,"temperature":0.5,"stream":true}')
    if (!parsed.ok) throw new Error(parsed.problem.en)
    expect(parsed.call.body).toEqual({
      model: 'gpt-4o',
      n: 2,
      temperature: 0.5,
      messages: [
        { role: 'system', content: 'Apply this instruction to the text and reply with the changed text alone: Fix the spelling' },
        { role: 'user', content: 'helo' },
      ],
    })
    expect([parsed.call.isStream, parsed.call.choices, parsed.call.dropped]).toEqual([false, 2, ['stream']])
  })

  it('is refused by the field that is wrong', () => {
    const params = [
      '{"instruction":"x"}',
      '{"model":"m"}',
      '{"model":"m","instruction":" "}',
      '{"model":"m","instruction":"x","input":5}',
      '[]',
    ].map((body) => {
      const parsed = parseEditCall(body)
      return parsed.ok ? 'accepted' : parsed.problem.param
    })
    expect(params).toEqual(['model', 'instruction', 'instruction', 'input', ''])
  })

  it('is answered with the texts in their order and the figures as they came', () => {
    const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 }
    const choices = [
      { index: 0, message: { content: 'hello' } },
      { index: 1, message: { content: null } },
    ]
    expect(renderEdit({ id: 'x', created: 7, choices, usage })).toEqual({
      object: 'edit',
      created: 7,
      choices: [
        { text: 'hello', index: 0 },
        { text: '', index: 1 },
      ],
      usage,
    })
  })
})
