import { describe, expect, it } from 'bun:test'
import type { RelayReply } from '../reply.ts'
import { chatReply, openHarness, sse } from '../testing/harness.ts'

const USAGE = { prompt_tokens: 10, completion_tokens: 4 }
const ratios = (model: number) => ({ model, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1 })
/** 10 tokens of input and 4 of output cost 36 units; 18 at flex, 72 at priority, 9 in a batch. */
const price = {
  ratios: ratios(2),
  service: {
    flex: { ratios: ratios(1) },
    priority: { ratios: ratios(4), tiers: [{ above: 9, ratios: { ...ratios(8), completion: 1 } }] },
    batch: { ratios: ratios(0.5) },
  },
}
const flat = { ...price, service: { ...price.service, priority: { ratios: ratios(4) } } }

const served = (tier: string | undefined) => {
  const reply = chatReply(USAGE)
  return typeof reply === 'string' ? reply : { ...reply, body: { ...Object(reply.body), ...(tier && { service_tier: tier }) } }
}

const chargedFor = async (asked: string | number | undefined, reported: string | undefined): Promise<string | undefined> => {
  const test = openHarness({ replies: [served(reported)], price: flat })
  await test.call({ model: 'm', ...(asked !== undefined && { service_tier: asked }) })
  return test.events.at(-1)
}

const errorOf = async ({ body }: RelayReply) =>
  ((await new Response(body).json()) as { readonly error: { readonly message: string; readonly param: string } }).error

describe('a service tier', () => {
  it.each([
    ['priority', 'priority', 72],
    ['priority', 'default', 36],
    ['priority', undefined, 72],
    ['flex', 'flex', 18],
    ['flex', 'default', 36],
    ['flex', undefined, 36],
    ['flex', 'priority', 36],
    ['auto', 'priority', 72],
    ['auto', 'flex', 18],
    ['auto', 'batch', 9],
    ['auto', 'scale', 36],
    ['auto', undefined, 36],
    ['default', 'priority', 36],
    [undefined, 'priority', 72],
    [undefined, 'default', 36],
    [undefined, undefined, 36],
    // The usual service by the names of other vendors: what is dearer than asked for is upstream's affair.
    ['standard', 'priority', 36],
    ['standard_only', 'priority', 36],
    ['on_demand', 'priority', 36],
    ['priority', 'standard', 36],
    ['priority', 'on_demand', 36],
    ['priority', 'scale', 36],
    // No name of a tier, neither asked for nor served: the list, or what the other side says.
    ['batch', 'priority', 72],
    ['', 'flex', 18],
    [7, undefined, 36],
    ['priority', 'auto', 72],
    ['priority', 'Priority', 72],
  ] as const)('asked for as %p and served as %p costs %p', async (asked, reported, cost) => {
    expect(await chargedFor(asked, reported)).toBe(`settle:${cost}`)
  })

  it.each([
    ['priority', 4],
    ['auto', 4],
    ['flex', 2],
    ['default', 2],
    [undefined, 2],
  ] as const)('asked for as %p is held at the dearest price that it may come to', async (tier, model) => {
    const test = openHarness({ replies: [served('default')], price: flat })
    await test.call({ model: 'm', max_tokens: 100, ...(tier && { service_tier: tier }) })
    const usual = openHarness({ replies: [served('default')], price: { ratios: ratios(1) } })
    await usual.call({ model: 'm', max_tokens: 100 })
    expect(Number(test.holds[0]?.amount)).toBe(Number(usual.holds[0]?.amount) * model)
  })

  it('has tiers by prompt length of its own', async () => {
    const test = openHarness({ replies: [served('priority')], price })
    await test.call({ model: 'm', service_tier: 'priority' })
    expect(test.events.at(-1)).toBe(`settle:${(10 + 4) * 8}`)
  })

  it('is passed on, and the row keeps it with the ratios it was charged by', async () => {
    const test = openHarness({ replies: [served('flex')], price })
    await test.call({ model: 'm', service_tier: 'flex' })
    expect(test.sent[0]).toMatchObject({ service_tier: 'flex' })
    expect(test.records[0]?.detail).toMatchObject({ price: { model: 1 }, usage: { tier: 'flex' } })
    const usual = openHarness({ replies: [served('default')], price })
    await usual.call({ model: 'm', service_tier: 'flex' })
    expect(usual.records[0]?.detail['usage']).not.toHaveProperty('tier')
  })

  it.each(['flex', 'priority'])('%s without a price is refused by name, without a call or a charge', async (tier) => {
    for (const path of ['call', 'respond'] as const) {
      const test = openHarness({ replies: [], hasOwnWires: true })
      const reply = await test[path]({ model: 'm', service_tier: tier })
      const error = await errorOf(reply)
      expect([reply.status, error.param, error.message.includes(`service.${tier}`)]).toEqual([400, 'service_tier', true])
      expect(test.events).toEqual(['hold', 'release'])
    }
  })

  it('is told by every chunk: a stream that is cut is charged by it', async () => {
    const delta = sse({ service_tier: 'flex', choices: [{ index: 0, delta: { content: 'hello' } }] })
    const cut = openHarness({ replies: [{ chunks: [delta] }], price })
    await cut.readStream({ model: 'm', stream: true, service_tier: 'flex' })
    expect(cut.records[0]).toMatchObject({ outcome: 'cut', detail: { price: { model: 1 }, usage: { source: 'estimate', tier: 'flex' } } })
    const end = sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE })
    const whole = openHarness({ replies: [{ chunks: [delta, end, 'data: [DONE]\n\n'] }], price })
    await whole.readStream({ model: 'm', stream: true, service_tier: 'flex' })
    expect(whole.events.at(-1)).toBe('settle:18')
  })

  it('does not become cheaper by leaving before upstream has named it', async () => {
    const delta = sse({ choices: [{ index: 0, delta: { content: 'hello' } }] })
    const cut = openHarness({ replies: [{ chunks: [delta] }], price: flat })
    await cut.readStream({ model: 'm', stream: true, service_tier: 'priority' })
    expect(cut.records[0]?.detail).toMatchObject({ price: { model: 4 }, usage: { tier: 'priority' } })
  })

  it('is read from a response, whole and streamed', async () => {
    const usage = { input_tokens: 10, output_tokens: 4, total_tokens: 14 }
    const body = { id: 'resp_1', object: 'response', status: 'completed', service_tier: 'priority', output: [], usage }
    const whole = openHarness({ replies: [{ body }], hasOwnWires: true, price: flat })
    await whole.respond({ service_tier: 'priority' })
    const created = sse({ type: 'response.created', response: { id: 'resp_1', status: 'in_progress', service_tier: 'flex' } })
    const text = sse({ type: 'response.output_text.delta', delta: 'hello' })
    const end = sse({ type: 'response.completed', response: { ...body, service_tier: 'flex' } })
    const streamed = openHarness({ replies: [{ chunks: [created, text, end] }], hasOwnWires: true, price: flat })
    await new Response((await streamed.respond({ service_tier: 'flex', stream: true })).body).text()
    const cut = openHarness({ replies: [{ chunks: [created, text] }], hasOwnWires: true, price: flat })
    await new Response((await cut.respond({ service_tier: 'flex', stream: true })).body).text()
    expect([whole.events.at(-1), streamed.events.at(-1)]).toEqual(['settle:72', 'settle:18'])
    expect(cut.records[0]?.detail).toMatchObject({ price: { model: 1 }, usage: { tier: 'flex', source: 'estimate' } })
  })

  describe('of Google’s wire', () => {
    const figures = (serviceTier: string | undefined) => ({
      promptTokenCount: 10,
      candidatesTokenCount: 4,
      totalTokenCount: 14,
      ...(serviceTier && { serviceTier }),
    })
    const chunk = (serviceTier: string | undefined, finishReason?: string) => ({
      candidates: [{ content: { parts: [{ text: 'hello' }] }, ...(finishReason && { finishReason }) }],
      usageMetadata: figures(serviceTier),
    })

    it.each([
      { name: 'serviceTier', asked: 'priority', reported: 'priority', cost: 72 },
      { name: 'service_tier', asked: 'SERVICE_TIER_PRIORITY', reported: 'standard', cost: 36 },
      { name: 'serviceTier', asked: 'priority', reported: undefined, cost: 72 },
      { name: 'service_tier', asked: 'flex', reported: 'flex', cost: 18 },
      { name: 'serviceTier', asked: 'flex', reported: undefined, cost: 36 },
      { name: 'serviceTier', asked: 'standard', reported: 'priority', cost: 36 },
    ])('costs the same whole, streamed and cut: %j', async ({ name, asked, reported, cost }) => {
      const replies = [{ body: chunk(reported, 'STOP') }]
      const whole = openHarness({ replies, hasOwnWires: true, price: flat })
      await whole.content({ [name]: asked })
      expect([whole.sent[0], whole.events.at(-1)]).toMatchObject([{ [name]: asked }, `settle:${cost}`])
      const chunks = [sse(chunk(reported)), sse(chunk(reported, 'STOP'))]
      const streamed = openHarness({ replies: [{ chunks }], hasOwnWires: true, price: flat })
      await new Response((await streamed.content({ [name]: asked }, true)).body).text()
      expect(streamed.events.at(-1)).toBe(`settle:${cost}`)
      const cut = openHarness({ replies: [{ chunks: chunks.slice(0, 1) }], hasOwnWires: true, price: flat })
      await new Response((await cut.content({ [name]: asked }, true)).body).text()
      expect([cut.records[0]?.outcome, cut.events.at(-1)]).toEqual(['cut', `settle:${cost}`])
    })

    it('is said in a chat’s words elsewhere, and in Google’s again', async () => {
      const test = openHarness({ replies: [served('flex')], price: flat })
      const reply = await test.content({ serviceTier: 'flex' })
      expect([test.sent[0], test.events.at(-1)]).toMatchObject([{ service_tier: 'flex' }, 'settle:18'])
      expect(await new Response(reply.body).json()).toMatchObject({ usageMetadata: { serviceTier: 'flex' } })
    })

    it('without a price is refused by its own name, without a call or a charge', async () => {
      const test = openHarness({ replies: [], hasOwnWires: true })
      const reply = await test.content({ serviceTier: 'flex' })
      const text = await new Response(reply.body).text()
      expect([reply.status, text.includes('serviceTier'), text.includes('service.flex')]).toEqual([400, true, true])
      expect(test.events).toEqual(['hold', 'release'])
    })
  })

  it('is read from the usage of a message', async () => {
    const usage = { input_tokens: 10, output_tokens: 4, service_tier: 'priority' }
    const body = { type: 'message', content: [{ type: 'text', text: 'hi' }], stop_reason: 'end_turn', usage }
    const test = openHarness({ replies: [{ body }], hasOwnWires: true, price: flat })
    await test.message({ service_tier: 'auto' })
    const only = openHarness({ replies: [{ body }], hasOwnWires: true, price: flat })
    await only.message({ service_tier: 'standard_only' })
    expect([test.events.at(-1), only.events.at(-1)]).toEqual(['settle:72', 'settle:36'])
  })
})
