import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { openUpstreamHarness, type UpstreamHarness } from '../../testing/upstream-harness.ts'

/** OpenAI, one of its resellers, the custom type, OpenRouter, SiliconFlow and the compatible type; Anthropic has a wire of its own. */
const TYPES = [1, 4, 8, 20, 44, 50, 14]

/** Another model, another provider, another price. */
const CHOICES = {
  models: ['m2'],
  route: 'fallback',
  provider: { order: ['x'] },
  plugins: [{ id: 'web' }],
  transforms: ['middle-out'],
  preset: 'p',
  providerOptions: { gateway: { models: ['m2'] } },
  fallbacks: [{ m1: ['m2'] }],
  custom_llm_provider: 'x',
  api_base: 'http://elsewhere.test',
  service_tier: 'fast',
}

let at: UpstreamHarness

beforeAll(async () => {
  at = await openUpstreamHarness()
  for (const type of TYPES) {
    const body = { type, name: `t${type}`, key: 'k', base_url: 'http://upstream.test/v1', models: `m-${type}`, group: 'default' }
    await at.harness.call('POST', '/api/channel/', { cookie: at.admin.cookie, body })
  }
})
beforeEach(() => {
  at.sent.length = 0
})
afterAll(() => at.harness.close())

const sentText = () => String(at.sent[0]?.body)

const ask = async (path: string, body: object) => {
  await at.relay(at.user, path, { body })
  expect(at.sent.length).toBe(1)
}

describe('fields that choose a model, a provider or a price by another way', () => {
  for (const type of TYPES) {
    const chat = { model: `m-${type}`, messages: [{ role: 'user', content: 'hi' }] }

    it(`reach no channel of type ${type}`, async () => {
      await ask('/v1/chat/completions', { ...chat, ...CHOICES, max_tokens: 7, extra_body: { models: ['m2'], google: {} } })
      for (const name of Object.keys(CHOICES)) expect([name, sentText().includes(`"${name}"`)]).toEqual([name, false])
      expect([sentText().includes('m2'), /"max_(completion_)?tokens":7/.test(sentText())]).toEqual([false, true])
    })
  }

  it('are found however their names are written', async () => {
    const rawBody = String.raw`{"model":"m-20","messages":[{"role":"user","content":"hi"}],"mod\u0065ls":["m2"],"rout\u0065":"fallback"}`
    await at.relay(at.user, '/v1/chat/completions', { rawBody })
    expect(JSON.parse(sentText())).toEqual({ model: 'm-20', messages: [{ role: 'user', content: 'hi' }] })
  })

  it('are left out of the other tasks, of responses and of messages as well', async () => {
    for (const [path, body] of [
      ['/v1/embeddings', { model: 'm-20', input: 'hi' }],
      ['/v1/completions', { model: 'm-20', prompt: 'hi' }],
      ['/v1/rerank', { model: 'm-50', query: 'hi', documents: ['a'] }],
      ['/v1/responses', { model: 'm-1', input: 'hi' }],
      ['/v1/responses', { model: 'm-20', input: 'hi' }],
      ['/v1/messages', { model: 'm-1', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
      ['/v1/messages', { model: 'm-20', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }],
    ] as const) {
      at.sent.length = 0
      await at.relay(at.user, path, { body: { ...body, ...CHOICES } })
      for (const name of Object.keys(CHOICES)) expect([path, name, sentText().includes(`"${name}"`)]).toEqual([path, name, false])
    }
  })

  it('are refused in a form, which is passed on as it came', async () => {
    const form = new FormData()
    form.set('model', 'whisper-1')
    form.set('models', 'm2')
    form.set('file', new Blob(['sound']), 'a.mp3')
    const encoded = new Response(form)
    const headers = { 'content-type': encoded.headers.get('content-type') ?? '' }
    const answer = await at.relay(at.user, '/v1/audio/transcriptions', { rawBody: new Uint8Array(await encoded.arrayBuffer()), headers })
    expect([answer.status, at.sent.length]).toEqual([400, 0])
    expect(answer.json).toMatchObject({ error: { param: 'models' } })
  })

  it('do not include a tier with a price, which is passed on and charged, and refused by name where it has none', async () => {
    const chat = { model: 'm-50', messages: [{ role: 'user', content: 'hi' }], service_tier: 'flex' }
    for (const body of [chat, { ...chat, model: 'm-14' }]) {
      const refused = await at.relay(at.user, '/v1/chat/completions', { body })
      expect([refused.status, refused.json, at.sent.length]).toMatchObject([400, { error: { param: 'service_tier' } }, 0])
    }
    const price = { input: 4, output: 8, service: { flex: { multiplier: 0.5 } } }
    const sheet = { vendor: 'own', mode: 'chat', price }
    await at.harness.call('PUT', '/api/option/', {
      cookie: at.admin.cookie,
      body: { key: 'ModelSheets', value: JSON.stringify({ 'm-50': sheet }) },
    })
    await ask('/v1/chat/completions', chat)
    expect(JSON.parse(sentText())).toMatchObject({ service_tier: 'flex' })
  })

  it('do not include the usual tiers, which pass with the caller’s own bytes', async () => {
    for (const tier of ['auto', 'default']) {
      at.sent.length = 0
      await ask('/v1/chat/completions', { model: 'm-50', messages: [{ role: 'user', content: 'hi' }], service_tier: tier })
      expect(JSON.parse(sentText())).toMatchObject({ service_tier: tier })
    }
  })
})
