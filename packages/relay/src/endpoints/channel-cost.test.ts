import { describe, expect, it } from 'bun:test'
import { chatReply, openHarness, sse } from '../testing/harness.ts'

const USAGE = { prompt_tokens: 10, completion_tokens: 4 }
const ratios = (model: number) => ({ model, group: 1, completion: 2, cacheRead: 1, cacheWrite: 1 })
const costPrice = {
  version: 'test',
  isListed: true,
  ratios: { ...ratios(3), fees: { request: 7 } },
  service: { flex: { ratios: ratios(1) } },
}

describe('what upstream takes', () => {
  it('stands in the row beside the charge, with its ratios and the group', async () => {
    const test = openHarness({ replies: [chatReply(USAGE)], costPrice })
    await test.call({ model: 'm' })
    expect(test.events.at(-1)).toBe('settle:18')
    // (10 + 4 * 2) * 3 and 7 for the request
    expect(test.records[0]).toMatchObject({ cost: 61, group: 'default', detail: { price: { model: 1 }, cost: { model: 3 } } })
  })

  it('is by the service tier that was charged', async () => {
    const price = { ratios: ratios(1), service: { flex: { ratios: ratios(0.5) } } }
    const reply = { body: { choices: [{ message: { content: 'x' }, finish_reason: 'stop' }], usage: USAGE, service_tier: 'flex' } }
    const test = openHarness({ replies: [reply], price, costPrice })
    await test.call({ model: 'm', service_tier: 'flex' })
    expect([test.events.at(-1), test.records[0]?.cost]).toEqual(['settle:9', 18])
  })

  it('is not known where nobody has said, and is nothing for a request that failed', async () => {
    const silent = openHarness({ replies: [chatReply(USAGE)] })
    await silent.call({ model: 'm' })
    expect([silent.records.length, silent.records[0]?.cost]).toEqual([1, undefined])
    const failed = openHarness({ replies: [{ status: 500 }], costPrice })
    await failed.call({ model: 'm' })
    expect([failed.records.length, failed.records[0]?.cost]).toEqual([1, undefined])
  })

  it('is kept for a stream that is cut, and in its checkpoints', async () => {
    const delta = sse({ choices: [{ index: 0, delta: { content: 'hello' } }] })
    const cut = openHarness({ replies: [{ chunks: [delta] }], costPrice })
    await cut.readStream({ model: 'm', stream: true })
    expect(cut.records[0]?.outcome).toBe('cut')
    // as many tokens as there are characters, three units each, output twice
    const { promptTokens = 0, completionTokens = 0, cost } = cut.records[0] ?? {}
    expect([completionTokens, cost]).toEqual([5, (promptTokens + 2 * 5) * 3 + 7])
  })
})
