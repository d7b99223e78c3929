import { describe, expect, it } from 'bun:test'
import { responsesWire } from '@weir/dialects/openai-responses/caller-wire'
import type { Provider } from '@weir/dialects/model/provider'
import { parseChatCall } from '@weir/dialects/openai-chat/parse-call'
import { openAttempt } from '../testing/open-attempt.ts'
import { plainAnswerIds } from '../testing/plain-answer-ids.ts'
import { chatRequest } from './chat.ts'
import { wireRequest } from './wire.ts'

const encode = () => ({ method: 'POST' as const, url: 'https://u', headers: {}, body: '{}' })
const provider: Partial<Provider> = { chat: { wire: { kind: 'same' }, encode }, wires: { responses: { encode } } }

const IDLE_MS = 700

/** An answer whose head comes at once, and blank lines while it is being written. */
const askedFor = (answer: object) => {
  const pieces = ['\n', '\n', JSON.stringify(answer)].map((text) => Buffer.from(text))
  const read = () => Promise.resolve({ done: pieces.length === 0, value: pieces.shift() })
  const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' }
  return openAttempt({ replies: [{ headers, pieces: () => ({ read, cancel: () => undefined }) }], provider })
}

describe('a whole answer in pieces', () => {
  it('has the time of a pause for each of them, as a chat', async () => {
    const { attempt, ports, waits } = askedFor({ choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })
    const parsed = parseChatCall('{"model":"m","messages":[{"role":"user","content":"hi"}]}')
    if (!parsed.ok) throw new Error(parsed.problem.en)
    expect((await chatRequest(parsed.call).attempt(attempt, ports)).kind).toBe('whole')
    expect(waits.filter((ms) => ms === IDLE_MS)).toHaveLength(4)
  })

  it('has it on its own wire as well', async () => {
    const output = [{ type: 'message', content: [{ type: 'output_text', text: 'Hi' }] }]
    const { attempt, ports, waits } = askedFor({ id: 'resp_1', object: 'response', status: 'completed', output })
    const parsed = responsesWire.parseCall({ rawBody: '{"model":"m","input":"hi"}', headers: {} })
    if (!parsed.ok) throw new Error(parsed.problem.en)
    const origin = { userId: 5, answerIds: plainAnswerIds, modelLimits: () => undefined }
    expect((await wireRequest(responsesWire, parsed.call, origin).attempt(attempt, ports)).kind).toBe('whole')
    expect(waits.filter((ms) => ms === IDLE_MS)).toHaveLength(4)
  })
})
