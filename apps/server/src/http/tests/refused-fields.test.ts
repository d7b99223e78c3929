import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

let at: UpstreamHarness
let quota: number

beforeAll(async () => {
  at = await openUpstreamHarness()
})
beforeEach(async () => {
  at.sent.length = 0
  quota = await at.quotaOf(at.user)
})
afterAll(() => at.harness.close())

/** Refused, nothing sent upstream and nothing charged. */
const expectFree = async (): Promise<void> => {
  expect([at.sent.length, await at.quotaOf(at.user)]).toEqual([0, quota])
}

describe('content of a wrong type', () => {
  const contents: readonly (readonly [unknown, string])[] = [
    [7, 'messages[0].content'],
    [[{ type: 'text', text: 5 }], 'messages[0].content[0].text'],
    [[{ text: 'hello' }], 'messages[0].content[0].type'],
  ]

  it('is refused by its field before anything is sent', async () => {
    for (const [content, param] of contents) {
      const answer = await at.relay(at.user, '/v1/chat/completions', {
        body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content }] },
      })
      expect([answer.status, answer.json]).toEqual([400, { error: expect.objectContaining({ param, code: 'invalid_text_request' }) }])
    }
    await expectFree()
  })

  it('is sent when it is a part of a type that is not known here', async () => {
    const content = [{ type: 'video_url', video_url: { url: 'https://example.com/a.mp4' } }]
    const answer = await at.relay(at.user, '/v1/chat/completions', {
      body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content }] },
    })
    expect([answer.status, at.sent.length]).toEqual([200, 1])
  })
})

describe('a model name of megabytes', () => {
  it('is refused in a short text that does not repeat it', async () => {
    const model = 'm'.repeat(1_500_000)
    const calls: readonly (readonly [string, object])[] = [
      ['/v1/chat/completions', { model, messages: [{ role: 'user', content: 'hello' }] }],
      ['/v1/responses', { model, input: 'hello' }],
      ['/v1/embeddings', { model, input: 'hello' }],
    ]
    for (const [path, body] of calls) {
      const answer = await at.relay(at.user, path, { body })
      expect([path, answer.status, answer.json]).toEqual([path, 400, { error: expect.objectContaining({ param: 'model' }) }])
      expect(answer.text.length).toBeLessThan(300)
    }
    await expectFree()
  })

  it('is refused in the path of a model too', async () => {
    const answer = await at.relay(at.user, `/v1/models/${'m'.repeat(257)}`, { method: 'GET' })
    expect([answer.status, answer.json]).toEqual([400, { error: expect.objectContaining({ param: 'model' }) }])
  })
})
