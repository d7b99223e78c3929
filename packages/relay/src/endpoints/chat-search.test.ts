import { describe, expect, it } from 'bun:test'
import { chatReply, openHarness, sse } from '../testing/harness.ts'

const USAGE = { prompt_tokens: 10, completion_tokens: 4 }
const priced = (webSearch: number) => ({
  ratios: { model: 1, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1, fees: { webSearch } },
})
const asked = { model: 'm', enable_search: true }

describe('a chat that asks upstream for a search', () => {
  it('is charged one where upstream does not tell how many, and what it tells where it does', async () => {
    const silent = openHarness({ replies: [chatReply(USAGE)], price: priced(5000) })
    await silent.call(asked)
    expect([silent.sent[0], silent.events.at(-1)]).toEqual([
      expect.objectContaining({ enable_search: true }),
      `settle:${10 + 2 * 4 + 5000}`,
    ])
    const telling = openHarness({ replies: [chatReply({ ...USAGE, plugins: { search: { count: 3 } } })], price: priced(5000) })
    await telling.call(asked)
    expect(telling.events.at(-1)).toBe(`settle:${10 + 2 * 4 + 3 * 5000}`)
    const unused = openHarness({ replies: [chatReply({ ...USAGE, num_sources_used: 0 })], price: priced(5000) })
    await unused.call({ model: 'm', search_parameters: { mode: 'auto' } })
    expect(unused.events.at(-1)).toBe(`settle:${10 + 2 * 4}`)
  })

  it('is charged in a stream, and in one that breaks off', async () => {
    const delta = sse({ choices: [{ index: 0, delta: { content: 'hi' } }] })
    const end = sse({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }], usage: USAGE })
    const whole = openHarness({ replies: [{ chunks: [delta, end, 'data: [DONE]\n\n'] }], price: priced(5000) })
    await whole.readStream({ ...asked, stream: true })
    expect(whole.events.at(-1)).toBe(`settle:${10 + 2 * 4 + 5000}`)
    const cut = openHarness({ replies: [{ chunks: [delta] }], price: priced(5000) })
    await cut.readStream({ ...asked, stream: true })
    expect(cut.records[0]).toMatchObject({ outcome: 'cut', detail: { usage: { calls: { webSearch: 1 } } } })
  })

  it('is refused by the field without a fee, and served for nothing with a fee of 0', async () => {
    const refused = openHarness({ replies: [] })
    const reply = await refused.call(asked)
    const { error } = (await new Response(reply.body).json()) as { readonly error: { readonly message: string; readonly param: string } }
    expect([reply.status, error.param, error.message.includes('fees.webSearch')]).toEqual([400, 'enable_search', true])
    expect(refused.events).toEqual(['hold', 'release'])
    const free = openHarness({ replies: [chatReply(USAGE)], price: priced(0) })
    await free.call(asked)
    expect(free.events.at(-1)).toBe(`settle:${10 + 2 * 4}`)
  })

  it('is charged by a model that always searches, asked or not', async () => {
    const model = 'gpt-4o-search-preview'
    const test = openHarness({ replies: [chatReply(USAGE)], price: priced(5000), channels: [{ models: [model] }] })
    await test.call({ model })
    expect(test.events.at(-1)).toBe(`settle:${10 + 2 * 4 + 5000}`)
  })
})
