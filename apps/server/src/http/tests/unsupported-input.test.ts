import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

const CHAT = '/v1/chat/completions'
/** Anthropic, Zhipu with a model of each of its wires, Gemini, Groq, Ollama and Cohere give one answer to a call. */
const MODELS = {
  'one-answer-14': 14,
  'one-answer-16': 16,
  chatglm_std: 16,
  'one-answer-24': 24,
  'one-answer-29': 29,
  'one-answer-30': 30,
  'one-answer-35': 35,
}

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
  for (const [models, type] of Object.entries(MODELS)) {
    const body = { type, name: models, key: 'k', base_url: 'http://upstream.test', models, group: 'default' }
    await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body })
  }
})
afterAll(() => at.harness.close())

describe('several answers where the provider gives one', () => {
  const ask = (model: string, language: string, isStream = false) =>
    at.relay(at.user, CHAT, {
      headers: { 'accept-language': language },
      body: { model, messages: [{ role: 'user', content: 'hi' }], n: 2, stream: isStream },
    })

  for (const model of Object.keys(MODELS))
    it(`are refused by the field's name, at no cost and as our own refusal: ${model}`, async () => {
      const before = await at.quotaOf(at.user)
      for (const isStream of [false, true]) {
        const { status, json } = await ask(model, 'en', isStream)
        expect(status).toBe(400)
        expect(json).toMatchObject({ error: { type: 'one_api_error', param: 'n', code: 'unsupported_parameter' } })
        expect(JSON.stringify(json)).toMatch(
          /No available channel supports n \(This (channel|model) gives one answer at a time\) \(request id/,
        )
      }
      expect(JSON.stringify((await ask(model, 'zh')).json)).toContain('可用渠道不支持请求中的 n（')
      expect([at.sent.length, await at.quotaOf(at.user)]).toEqual([0, before])
    })

  it('are left to another channel that can give them', async () => {
    const body = { type: 1, name: 'able', key: 'k', base_url: 'http://upstream.test', models: 'one-answer-29', group: 'default' }
    await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body })
    expect((await ask('one-answer-29', 'en')).status).toBe(200)
  })
})
