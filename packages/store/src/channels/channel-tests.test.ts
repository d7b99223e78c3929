import { expect, it } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import type { TestOutcome } from '@weir/contract/channels/channel-test'
import { describeStore } from '../testing/store-harness.ts'

const outcome = (over: Partial<TestOutcome> = {}): TestOutcome => ({
  probe: 'text',
  model: 'gpt-4o-mini',
  success: true,
  reason: 'none',
  message: 'I am a model',
  response_time: 820,
  test_time: 1_700_000_000,
  ...over,
})

const refused = outcome({ success: false, reason: 'bad-credential', message: 'Incorrect key: ***', response_time: 50 })

describeStore('tests of channels', (harness) => {
  const create = async (): Promise<number> => {
    const fields = { type: 1, name: 'c', weight: 0, priority: 0, baseUrl: '', other: '', models: 'm', group: 'default' }
    const [id = 0] = await harness.store.channels.createMany([{ ...fields, modelMapping: '', config: '', systemPrompt: '', key: 'k' }])
    return id
  }
  const get = (id: number) => harness.store.channels.get(id)

  it('are none while a channel was never tested', async () => {
    const id = await create()
    expect(await get(id)).toMatchObject({ last_test: null, test_time: 0, response_time: 0 })
    expect(await harness.store.channelTests.of(id, 'gpt-4o-mini')).toEqual([])
  })

  it('are kept with the channel, a failure with its reason and its own time, and the last one counts', async () => {
    const id = await create()
    await harness.store.channelTests.record({ channelId: id, outcome: outcome(), shownTimeMs: 820 })
    expect(await get(id)).toMatchObject({ response_time: 820, test_time: 1_700_000_000, last_test: { success: true, reason: 'none' } })
    await harness.store.channelTests.record({ channelId: id, outcome: { ...refused, test_time: 1_700_000_060 }, shownTimeMs: 0 })
    const channel = await get(id)
    expect(channel).toMatchObject({ response_time: 0, test_time: 1_700_000_060 })
    expect(channel?.last_test).toEqual({
      probe: 'text',
      model: 'gpt-4o-mini',
      success: false,
      reason: 'bad-credential',
      message: 'Incorrect key: ***',
      response_time: 50,
      test_time: 1_700_000_060,
    })
    expect((await harness.store.channels.list({ offset: 0, limit: 1 }))[0]?.last_test?.reason).toBe('bad-credential')
  })

  it('of one ability leave the channel as it was, and are kept by model and probe', async () => {
    const id = await create()
    await harness.store.channelTests.record({ channelId: id, outcome: outcome(), shownTimeMs: 820 })
    const tools = outcome({ probe: 'tools', success: false, reason: 'no-tool-call', message: '', test_time: 1_700_000_009 })
    await harness.store.channelTests.record({ channelId: id, outcome: tools, shownTimeMs: 0 })
    await harness.store.channelTests.record({ channelId: id, outcome: outcome({ model: 'other' }), shownTimeMs: 820 })
    const kept = await harness.store.channelTests.of(id, 'gpt-4o-mini')
    expect(kept.map(({ probe, success }) => [probe, success]).toSorted()).toEqual([
      ['text', true],
      ['tools', false],
    ])
    expect(await get(id)).toMatchObject({ response_time: 820, test_time: 1_700_000_000, last_test: { probe: 'text', success: true } })
    expect(await harness.store.channelTests.of(id, 'GPT-4o-mini')).toEqual([])
  })

  it('at the same time leave one outcome each, and none is lost to a conflict', async () => {
    const id = await create()
    const record = (ms: number) =>
      harness.store.channelTests.record({ channelId: id, outcome: outcome({ response_time: ms }), shownTimeMs: ms })
    await Promise.all([1, 2, 3, 4, 5, 6].map(record))
    const [kept, ...others] = await harness.store.channelTests.of(id, 'gpt-4o-mini')
    expect(others).toEqual([])
    expect((await get(id))?.response_time).toBe(kept?.response_time)
  })

  it('go with their channel, and one that ends after the deletion leaves nothing', async () => {
    const [first, second] = [await create(), await create()]
    for (const channelId of [first, second]) await harness.store.channelTests.record({ channelId, outcome: outcome(), shownTimeMs: 820 })
    await harness.store.channels.delete(first)
    expect(await harness.store.channelTests.of(first, 'gpt-4o-mini')).toEqual([])
    await harness.store.channelTests.record({ channelId: first, outcome: outcome(), shownTimeMs: 820 })
    expect(await harness.store.channelTests.of(first, 'gpt-4o-mini')).toEqual([])
    await harness.store.channels.changeStatus(second, ChannelStatus.enabled, ChannelStatus.disabled)
    await harness.store.channels.deleteDisabled()
    expect(await harness.store.channelTests.of(second, 'gpt-4o-mini')).toEqual([])
  })

  it('hold any name of a model and any words of an upstream', async () => {
    const id = await create()
    const long = outcome({ model: '模'.repeat(300), message: `a\0b${'😀'.repeat(600)}` })
    await harness.store.channelTests.record({ channelId: id, outcome: long, shownTimeMs: 1 })
    const [kept] = await harness.store.channelTests.of(id, '模'.repeat(300))
    expect(kept?.message.startsWith('ab😀')).toBe(true)
    expect([...(kept?.message ?? '')]).toHaveLength(512)
  })
})
