import { expect, it } from 'bun:test'
import { messagesWire } from '@weir/dialects/anthropic-messages/caller/caller-wire'
import { parseJson, type JsonObject } from '@weir/dialects/json'
import { openAttempt } from '../testing/open-attempt.ts'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'
import { wireRequest } from './wire.ts'

const LONG = `mcp__${'a'.repeat(70)}`
const SHORT = `mcp__${'a'.repeat(59)}`

/** A message of Anthropic's, asked of an upstream that speaks chat: what is sent, and what the caller gets. */
const asked = async (body: JsonObject, maxOutput: number | undefined) => {
  const rawBody = JSON.stringify({ model: 'm', max_tokens: 32_000, messages: [{ role: 'user', content: 'hi' }], ...body })
  const parsed = messagesWire.parseCall({ rawBody, headers: {} })
  if (!parsed.ok) throw new Error(parsed.problem.en)
  const called = { id: 'c', type: 'function', function: { name: SHORT, arguments: '{}' } }
  const reply = { choices: [{ message: { tool_calls: [called] }, finish_reason: 'tool_calls' }] }
  const { attempt, ports, requests } = openAttempt({
    replies: [{ body: JSON.stringify(reply), headers: { 'content-type': 'application/json' } }],
    provider: {
      chat: { wire: { kind: 'same' }, encode: (call) => ({ method: 'POST', url: 'u', headers: {}, body: call.rawBody }) },
    },
  })
  const modelLimits = () => ({ maxOutput, isReasoning: false })
  const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits }
  const result = await wireRequest(messagesWire, parsed.call, origin).attempt(attempt, { ...ports, modelLimits })
  return { sent: parseJson(String(requests[0]?.body)), told: result.kind === 'whole' ? parseJson(String(result.body)) : undefined }
}

it.each([
  [16_384, 16_384],
  [32_000, 32_000],
  [64_000, 32_000],
  [undefined, 32_000],
])('a model that can say %p is asked for no more: %i', async (maxOutput, limit) => {
  const { sent } = await asked({}, maxOutput)
  expect(sent).toMatchObject({ max_completion_tokens: limit })
})

it('a function whose name is too long is called by a shorter one, of which the caller sees nothing', async () => {
  const { sent, told } = await asked({ tools: [{ name: LONG, input_schema: { type: 'object' } }] }, undefined)
  expect(sent).toMatchObject({ tools: [{ function: { name: SHORT } }] })
  expect(told).toMatchObject({ content: [{ type: 'tool_use', id: 'c', name: LONG, input: {} }] })
})
