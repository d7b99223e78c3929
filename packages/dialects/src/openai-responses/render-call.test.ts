import { describe, expect, it } from 'bun:test'
import { parseResponsesCall } from './parse-call.ts'
import { renderResponsesCall } from './render-call.ts'
import { sealReasoning } from './sealed-reasoning.ts'

const QUESTION = { type: 'message', role: 'user', content: 'hello' }
const OUR_THOUGHT = {
  type: 'reasoning',
  id: 'rs_20261116000000000abc_0',
  summary: [],
  encrypted_content: sealReasoning([{ type: 'thinking', signature: 's' }]),
}
const OUR_WORDS = { type: 'reasoning', id: 'rs_20261116000000000abc_0', summary: [{ type: 'summary_text', text: 'Hm.' }] }
const OUR_CALL = { type: 'function_call', id: 'fc_20261116000000000abc_1', call_id: 'call_1', name: 'look', arguments: '{}' }
const RESULT = { type: 'function_call_output', call_id: 'call_1', output: 'seen' }
const THEIR_THOUGHT = { type: 'reasoning', id: 'rs_68a1f0c2d3e4', summary: [], encrypted_content: 'gAAAAABo' }
const THEIR_REFERENCE = { type: 'reasoning', id: 'rs_68a1f0c2d3e4', summary: [] }

const sent = (input: readonly object[]): string => {
  const rawBody = JSON.stringify({ model: 'gpt-5', input, store: false })
  const parsed = parseResponsesCall(rawBody)
  if (!parsed.ok) throw new Error('not a call')
  return renderResponsesCall(parsed.call, { model: 'gpt-5', systemPrompt: '' })
}

describe('a conversation that comes to OpenAI from another upstream', () => {
  it.each([
    ['sealed', OUR_THOUGHT],
    ['plain', OUR_WORDS],
  ])('goes without its %s thoughts, and without ids that OpenAI never gave', (_, thought) => {
    const { id: _id, ...call } = OUR_CALL
    expect(JSON.parse(sent([QUESTION, thought, OUR_CALL, RESULT]))).toEqual({
      model: 'gpt-5',
      input: [QUESTION, call, RESULT],
      store: false,
    })
  })

  it("keeps OpenAI's own beside them", () => {
    const { input } = JSON.parse(sent([QUESTION, THEIR_THOUGHT, OUR_THOUGHT, QUESTION])) as { readonly input: unknown }
    expect(input).toEqual([QUESTION, THEIR_THOUGHT, QUESTION])
  })
})

it.each([
  ['encrypted', THEIR_THOUGHT],
  ['kept there', THEIR_REFERENCE],
])('a thought of OpenAI, %s, passes to the byte', (_, thought) => {
  const input = [QUESTION, thought, QUESTION]
  expect(sent(input)).toBe(JSON.stringify({ model: 'gpt-5', input, store: false }))
})
