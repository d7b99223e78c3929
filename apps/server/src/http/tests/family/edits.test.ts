import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../../testing/upstream-harness.ts'

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
})
afterAll(() => at.harness.close())

describe('POST /v1/edits', () => {
  it('is served by a chat, answered as an edit and charged like the chat', async () => {
    const charged = async (path: string, body: object) => {
      const before = await at.quotaOf(at.user)
      const answer = await at.relay(at.user, path, { body: { model: 'gpt-4o-mini', ...body } })
      expect(answer.status).toBe(200)
      return { json: answer.json, cost: before - (await at.quotaOf(at.user)) }
    }
    const chat = await charged('/v1/chat/completions', { messages: [{ role: 'user', content: 'helo' }] })
    const edit = await charged('/v1/edits/', { instruction: 'Fix the spelling', input: 'helo' })
    expect(edit.json).toEqual({
      object: 'edit',
      created: expect.any(Number),
      choices: [{ text: 'hello', index: 0 }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    })
    expect(edit.cost).toBeGreaterThan(0)
    expect(edit.cost).toBe(chat.cost)
    const sent = at.sent.at(-1)
    expect(sent?.url).toEndWith('/v1/chat/completions')
    expect(JSON.parse(String(sent?.body))).toMatchObject({ messages: [{ role: 'system' }, { role: 'user', content: 'helo' }] })
    const [row] = await at.harness.store.logs.listOwn(at.user.id, { type: 2 }, { offset: 0, limit: 1 })
    expect(row).toMatchObject({ model_name: 'gpt-4o-mini', prompt_tokens: 3, completion_tokens: 2 })
  })

  it('is refused by its field and costs nothing', async () => {
    const before = await at.quotaOf(at.user)
    const sent = at.sent.length
    const answer = await at.relay(at.user, '/v1/edits', { body: { model: 'gpt-4o-mini', input: 'helo' } })
    expect([answer.status, answer.json]).toEqual([400, { error: expect.objectContaining({ param: 'instruction' }) }])
    expect([await at.quotaOf(at.user), at.sent.length]).toEqual([before, sent])
  })

  it('passes an error of upstream on as it is', async () => {
    at.reply = () => Response.json({ error: { message: 'no such thing', type: 'invalid_request_error', code: 'x' } }, { status: 400 })
    const answer = await at.relay(at.user, '/v1/edits', { body: { model: 'gpt-4o-mini', instruction: 'x' } })
    expect([answer.status, Object.keys(answer.json ?? {})]).toEqual([400, ['error']])
  })
})
