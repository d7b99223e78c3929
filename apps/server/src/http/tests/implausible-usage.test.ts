import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const CHAT = '/v1/chat/completions'
/** 86 characters as JSON. */
const chat = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }], max_tokens: 50 }
const LIE = { prompt_tokens: 1e12, completion_tokens: 1e12, total_tokens: 2e12 }

const BOUNDARY = 'cut-here'
const part = (head: string, value: string): string => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`

let at: UpstreamHarness

const setQuota = (quota: number) => at.harness.call('PUT', '/api/user/', { cookie: at.admin.cookie, body: { id: at.user.id, quota } })

beforeAll(async () => {
  at = await openUpstreamHarness()
})
beforeEach(async () => {
  expect((await setQuota(1000)).json).toMatchObject({ success: true })
})
afterAll(() => at.harness.close())

/** (86 × 3 + 32768) × 0.075 + (50 × 2 + 1024) × 0.3 = 2814.15 units. */
const LEAST_BALANCE = -1815

describe('a balance of 1000 and an upstream that reports a million million tokens', () => {
  it('loses what the request can cost and no more, and the row is marked', async () => {
    at.reply = () =>
      Response.json({ choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }], usage: LIE })
    expect((await at.relay(at.user, CHAT, { body: chat })).status).toBe(200)
    expect(await at.quotaOf(at.user)).toBe(LEAST_BALANCE)
    const rows = await at.harness.call('GET', '/api/log/self/?type=2', { cookie: at.user.cookie })
    expect(rows.json).toMatchObject({ data: [{ prompt_tokens: 33_026, completion_tokens: 1124, charge: { is_implausible: true } }] })
  })

  it('loses no more in a stream', async () => {
    const frames = [
      { choices: [{ index: 0, delta: { role: 'assistant', content: 'hello' } }] },
      { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { choices: [], usage: LIE },
    ].map((frame) => `data: ${JSON.stringify(frame)}\n\n`)
    at.reply = () => new Response(`${frames.join('')}data: [DONE]\n\n`, { headers: { 'content-type': 'text/event-stream' } })
    const answer = await at.relay(at.user, CHAT, { body: { ...chat, stream: true } })
    expect(answer.text).toContain('[DONE]')
    expect(await at.quotaOf(at.user)).toBeGreaterThanOrEqual(LEAST_BALANCE - 4)
  })

  it('loses no more for a recording, by its size', async () => {
    at.reply = () => Response.json({ text: 'hello', duration: 1e12 })
    await at.harness.configure({ ModelRatio: '{"whisper-1":0.01}' })
    const rawBody = `${part('name="model"', 'whisper-1')}${part('name="file"; filename="a.mp3"', 'x'.repeat(1600))}--${BOUNDARY}--\r\n`
    const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
    expect((await at.relay(at.user, '/v1/audio/transcriptions', { rawBody, headers })).status).toBe(200)
    // 1600 bytes are 100 ms of ordinary speech: (100 × 32 + 60000) × 0.01 units.
    expect(await at.quotaOf(at.user)).toBe(1000 - 632)
  })
})
