import { describe, expect, it } from 'bun:test'
import { openHarness, sse } from '../testing/harness.ts'

describe('an error inside a reply that looked fine', () => {
  it('is found also where it is not called one', async () => {
    const test = openHarness({ replies: [{ body: { code: 'insufficient_quota', message: 'no money left' } }] })
    expect((await test.call({ model: 'm' })).status).toBe(502)
    expect(test.records[0]?.detail).toMatchObject({ attempts: [{ fault: 'out-of-credit', said: 'no money left' }] })
  })

  it('is told to the operator in its own words where it begins a stream', async () => {
    const test = openHarness({ replies: [{ chunks: [sse({ error: { message: 'too busy' } })] }] })
    await test.call({ model: 'm', stream: true })
    expect(test.records[0]?.detail).toMatchObject({ attempts: [{ fault: 'broken', said: 'too busy' }] })
  })
})
