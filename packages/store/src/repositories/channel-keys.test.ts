import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'
import type { NewChannel } from './channels.ts'

const [ON, OFF, AUTO_OFF] = [1, 2, 3] as const

const fields: NewChannel = {
  type: 1,
  name: 'several',
  weight: 0,
  priority: 0,
  baseUrl: '',
  other: '',
  models: 'm',
  group: 'keyed',
  modelMapping: '',
  config: '',
  systemPrompt: '',
  key: 'sk-first-0123456789aaaa',
}

const given = (key: string) => ({ key, isKeyReference: false })
const SECOND = given('sk-second-0123456789bbbb')
const THIRD = given('sk-third-0123456789cccc')

describeStore('the keys of a channel', (harness) => {
  const keys = () => harness.store.channelKeys
  const create = async (over: Partial<NewChannel> = {}): Promise<number> => {
    const [id = 0] = await harness.store.channels.createMany([{ ...fields, furtherKeys: [SECOND, THIRD], ...over }])
    return id
  }
  const idsOf = async (id: number) => ((await keys().of(id))?.keys ?? []).map((key) => key.id)
  const statesOf = async (id: number) => ((await keys().of(id))?.keys ?? []).map(({ status }) => status)
  const statusOf = async (id: number) => (await harness.store.channels.get(id))?.status
  const inPool = async (id: number) => {
    const pool = await harness.store.pool.snapshot()
    return pool.byId(id)?.keys?.map(({ key }) => key)
  }

  it('are told by their last characters alone, and kept one by one', async () => {
    const id = await create({ furtherKeys: [SECOND, { key: 'env:WEIR_CHANNEL_A', isKeyReference: true }, given('short')] })
    const told = await keys().of(id)
    expect(told?.mode).toBe('polling')
    expect(told?.keys.map(({ hint, is_reference }) => [hint, is_reference])).toEqual([
      ['aaaa', false],
      ['bbbb', false],
      ['env:WEIR_CHANNEL_A', true],
      ['', false],
    ])
    expect(JSON.stringify(told)).not.toContain('0123456789')
    expect(await keys().of(999_999)).toBeUndefined()
    expect(await inPool(id)).toEqual([fields.key, SECOND.key, 'env:WEIR_CHANNEL_A', 'short'])
  })

  it('are added once each and removed until one is left', async () => {
    const id = await create({ furtherKeys: [] })
    expect(await inPool(id)).toBeUndefined()
    expect(await keys().add(id, [given(fields.key), SECOND, SECOND, THIRD])).toBe(2)
    expect(await inPool(id)).toEqual([fields.key, SECOND.key, THIRD.key])
    expect(await keys().remove(id, 0)).toBe('removed')
    expect(await inPool(id)).toEqual([SECOND.key, THIRD.key])
    const [, third = 0] = await idsOf(id)
    expect([await keys().remove(id, third), await keys().remove(id, third), await keys().remove(id, 0)]).toEqual([
      'removed',
      'absent',
      'last',
    ])
    expect((await harness.store.channels.target(id))?.channel.key).toBe(SECOND.key)
  })

  it('tell their states and their mode for several channels at once, where there are several', async () => {
    const [sole, one, two] = [await create({ furtherKeys: [] }), await create(), await create({ keyMode: 'random' })]
    const [, , third = 0] = await idsOf(one)
    await keys().disable(one, third, 'refused')
    await keys().switch({ channelId: two, keyId: 0, to: 'off' })
    expect([...(await keys().severalOf([sole, one, two, 999_999]))].toSorted(([a], [b]) => a - b)).toEqual([
      [one, { mode: 'polling', statuses: [ON, ON, AUTO_OFF] }],
      [two, { mode: 'random', statuses: [OFF, ON, ON] }],
    ])
    expect((await keys().severalOf([])).size).toBe(0)
  })

  it('are joined by those of an edit that says so, which changes no state, also when both come at once', async () => {
    const id = await create({ furtherKeys: [SECOND] })
    await keys().switch({ channelId: id, keyId: 0, to: 'off' })
    const edit = { key: SECOND.key, furtherKeys: [THIRD], joinsKeys: true, keyMode: 'random', name: 'joined' } as const
    await Promise.all([harness.store.channels.update(id, edit), harness.store.channels.update(id, edit), keys().add(id, [THIRD])])
    expect(await statesOf(id)).toEqual([OFF, ON, ON])
    expect(await keys().all(id)).toMatchObject({ mode: 'random', keys: [{ key: fields.key }, SECOND, THIRD] })
    expect((await harness.store.channels.get(id))?.name).toBe('joined')
  })

  it('go off by themselves, and the channel with the last of them', async () => {
    const id = await create()
    const [, second = 0, third = 0] = await idsOf(id)
    expect(await keys().disable(id, 0, 'refused')).toBe('key')
    expect(await keys().disable(id, 0, 'refused')).toBe('unchanged')
    expect(await inPool(id)).toEqual([SECOND.key, THIRD.key])
    expect((await harness.store.channels.target(id))?.channel.key).toBe(SECOND.key)
    expect((await keys().of(id))?.keys[0]).toMatchObject({ status: AUTO_OFF, reason: 'refused' })
    expect(await Promise.all([keys().disable(id, second, 'x'), keys().disable(id, third, 'x')])).toContainAllValues(['key', 'channel'])
    expect([await statesOf(id), await statusOf(id)]).toEqual([[AUTO_OFF, AUTO_OFF, AUTO_OFF], AUTO_OFF])
  })

  it('that went off by themselves are tried again when the channel is switched on, those that a person switched are not', async () => {
    const id = await create()
    const [, second = 0, third = 0] = await idsOf(id)
    await keys().switch({ channelId: id, keyId: second, to: 'off' })
    await keys().disable(id, 0, 'x')
    await keys().disable(id, third, 'x')
    expect(await statusOf(id)).toBe(AUTO_OFF)
    expect(await harness.store.channels.changeStatus(id, AUTO_OFF, ON)).toBe(true)
    expect(await statesOf(id)).toEqual([ON, OFF, ON])
    await harness.store.channels.update(id, { status: OFF })
    await keys().disable(id, 0, 'x')
    await harness.store.channels.changeMany([{ id, before: { status: OFF }, after: { status: ON } }])
    expect(await statesOf(id)).toEqual([ON, OFF, ON])
  })

  it('are switched all at once, come back one by one, and go where they have failed', async () => {
    const id = await create()
    const [, second = 0, third = 0] = await idsOf(id)
    await keys().disable(id, 0, 'x')
    expect(await keys().switchAll(id, 'off')).toMatchObject({ endsChannel: true, before: [{ id: 0, status: AUTO_OFF }, {}, {}] })
    expect([await statesOf(id), await statusOf(id)]).toEqual([[OFF, OFF, OFF], OFF])
    expect(await keys().revive(id, [0, second, third])).toEqual({ keyIds: [], isChannelBack: false })
    expect(await keys().switchAll(id, 'on')).toMatchObject({ endsChannel: false })
    await harness.store.channels.update(id, { status: ON })
    for (const key of [0, second, third]) await keys().disable(id, key, 'x')
    expect(await keys().revive(id, [third])).toEqual({ keyIds: [third], isChannelBack: true })
    expect([await statesOf(id), await statusOf(id)]).toEqual([[AUTO_OFF, AUTO_OFF, ON], ON])
    expect(await keys().removeFailed(id)).toBe(2)
    expect((await keys().all(id))?.keys.map(({ key }) => key)).toEqual([THIRD.key])
    expect([await statesOf(id), await statusOf(id), await keys().removeFailed(id)]).toEqual([[ON], ON, 0])
    expect([await keys().switchAll(id, 'off'), await keys().removeFailed(77_777)]).toEqual([undefined, undefined])
  })

  it('are switched by a person, except an only one', async () => {
    const id = await create({ furtherKeys: [SECOND] })
    const [, second = 0] = await idsOf(id)
    expect(await keys().switch({ channelId: id, keyId: 0, to: 'off' })).toBe('key')
    expect(await keys().switch({ channelId: id, keyId: second, to: 'off' })).toBe('channel')
    expect(await statusOf(id)).toBe(OFF)
    expect(await keys().switch({ channelId: id, keyId: second, to: 'on' })).toBe('key')
    await keys().remove(id, 0)
    expect(await keys().switch({ channelId: id, keyId: 0, to: 'off' })).toBe('sole')
    expect(await keys().switch({ channelId: id, keyId: 77_777, to: 'off' })).toBe('absent')
  })

  it('are all replaced by a key that is given, and go with the channel', async () => {
    const id = await create()
    await keys().disable(id, 0, 'x')
    await harness.store.channels.update(id, { key: 'sk-new-0123456789dddd' })
    expect((await keys().of(id))?.keys.map(({ hint, status }) => [hint, status])).toEqual([['dddd', ON]])
    await keys().add(id, [SECOND])
    await harness.store.channels.delete(id)
    await harness.raw(async ({ kysely }) => {
      expect(await kysely.selectFrom('channel_keys').selectAll().where('channel_id', '=', id).execute()).toEqual([])
    })
  })

  it('find their channel in a search', async () => {
    const key = `sk-${crypto.randomUUID()}`
    const id = await create({ furtherKeys: [given(key)] })
    expect(await harness.store.channels.matching({ keyword: key })).toEqual([id])
  })
})
