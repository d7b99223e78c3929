import { expect, it } from 'bun:test'
import { ChannelStatus } from '@weir/contract/channel'
import { UnsafeInteger } from '../errors.ts'
import { describeStore } from '../testing/store-harness.ts'
import type { NewChannel } from './channels.ts'
import { outcomeOf } from '../../../../tools/testing/outcome-of.ts'

const channel = (over: Partial<NewChannel> = {}): NewChannel => ({
  type: 1,
  name: 'channel',
  weight: 0,
  priority: 0,
  baseUrl: 'https://upstream.example',
  other: '',
  models: 'gpt-4o,gpt-4o-mini',
  group: 'default',
  modelMapping: '',
  config: '',
  systemPrompt: '',
  key: crypto.randomUUID(),
  ...over,
})

describeStore('channels', (harness) => {
  const create = async (over: Partial<NewChannel> = {}): Promise<number> => {
    const [id = 0] = await harness.store.channels.createMany([channel(over)])
    return id
  }

  it('never shows a key, in no list and no single row', async () => {
    const id = await create({
      key: 'very-secret',
      secretConfig: '{"sk":"also-secret"}',
      headerOverride: '{"X-Team":"blue","Cookie":"***"}',
      secretOverrides: { headers: { cookie: 'a-secret' }, proxyPassword: '' },
    })
    const shown = [
      await harness.store.channels.get(id),
      await harness.store.channels.list({ offset: 0, limit: 100 }),
      await harness.store.channels.all(),
    ]
    expect(JSON.stringify(shown)).not.toContain('secret')
    expect(await harness.store.channels.secretsOf(id)).toEqual({
      key: 'very-secret',
      secretConfig: '{"sk":"also-secret"}',
      secretOverrides: { headers: { cookie: 'a-secret' }, proxyPassword: '' },
    })
    expect(await harness.store.channels.secretsOf(999_999)).toBeUndefined()
  })

  it('are the same to a check as to the pool, and are there for a check when they are disabled', async () => {
    const id = await create({
      key: 'the-key',
      config: '{"region":"eu","sk":"shown"}',
      secretConfig: '{"sk":"hidden","n":1}',
      modelMapping: '{"a":"b"}',
      models: 'a, b,a',
      group: 'vip,default',
      systemPrompt: 'Be short.',
      cost: '0.8',
      headerOverride: '{"X-Team":"blue","Cookie":"***"}',
      secretOverrides: { headers: { cookie: 'a=b' }, proxyPassword: 'pass' },
      proxy: 'socks5://ann:***@p.example:1080',
      paramOverride: '{"seed":1,"top_p":null}',
    })
    const checked = await harness.store.channels.target(id)
    expect(checked).toEqual({
      channel: {
        id,
        type: 1,
        name: 'channel',
        key: 'the-key',
        isKeyReference: false,
        baseUrl: 'https://upstream.example',
        other: '',
        config: { region: 'eu', sk: 'hidden' },
        models: ['a', 'b'],
        groups: ['vip', 'default'],
        priority: 0,
        weight: 0,
        modelMapping: { a: 'b' },
        systemPrompt: 'Be short.',
        cost: '0.8',
        headerOverrides: { 'x-team': 'blue', cookie: 'a=b' },
        bodyOverrides: { seed: 1, top_p: null },
        proxy: 'socks5://ann:pass@p.example:1080',
      },
      secrets: ['the-key', 'hidden', 'a=b', 'pass'],
    })
    expect((await harness.store.pool.snapshot()).byId(id)).toEqual(checked?.channel)
    await harness.store.channels.update(id, { status: ChannelStatus.disabled, modelMapping: 'not json' })
    expect((await harness.store.channels.target(id))?.channel).toMatchObject({ key: 'the-key', modelMapping: {} })
    expect((await harness.store.pool.snapshot()).byId(id)).toBeUndefined()
    expect(await harness.store.channels.target(999_999)).toBeUndefined()
    await harness.store.channels.delete(id)
  })

  it('creates all of a list or none', async () => {
    const count = async () => (await harness.store.channels.all()).length
    const before = await count()
    expect(await harness.store.channels.createMany([channel(), channel()])).toHaveLength(2)
    expect(await outcomeOf(harness.store.channels.createMany([channel(), channel({ weight: 2 ** 60 })]))).toThrow(UnsafeInteger)
    expect(await count()).toBe(before + 2)
  })

  it('changes what is given and nothing else', async () => {
    const id = await create({ key: 'stays', models: 'm'.repeat(100_000) })
    const before = await harness.store.channels.get(id)
    if (before === undefined) throw new Error('not created')
    const changed = await harness.store.channels.update(id, {
      weight: 0,
      priority: 7,
      systemPrompt: '你好 🙂',
      balance: 12.5,
    })
    expect(changed).toEqual({ ...before, weight: 0, priority: 7, system_prompt: '你好 🙂', balance: 12.5 })
    expect((await harness.store.channels.secretsOf(id))?.key).toBe('stays')
    await harness.store.channels.update(id, { key: 'new' })
    expect((await harness.store.channels.secretsOf(id))?.key).toBe('new')
    expect(await harness.store.channels.update(id, {})).toEqual(changed as typeof before)
    expect(await harness.store.channels.update(999_999, { weight: 1 })).toBeUndefined()
  })

  it('is found by id, by its exact key, and by a word of its name, its models or its tags', async () => {
    const id = await create({ name: 'find_me', key: 'find-by-key', models: 'm-1,Vendor/Found-Model', tag: 'found-tag' })
    await create({ name: 'findxme' })
    const found = (keyword: string) => harness.store.channels.matching({ keyword })
    expect(await found('find_')).toEqual([id])
    expect(await found(String(id))).toContain(id)
    expect(await found('find-by-key')).toEqual([id])
    expect(await found('find-by-ke')).toEqual([])
    expect(await found('found-model')).toEqual([id])
    expect(await found('found-t')).toEqual([id])
  })

  it('that match are counted and told by id, newest first', async () => {
    const mine = { group: 'paged-group' }
    const [old, middle, newest] = [await create(mine), await create({ ...mine, status: 2 }), await create({ ...mine, tag: 'x,y' })]
    const { channels } = harness.store
    const wish = { group: ['paged-group'] }
    expect(await channels.matching(wish)).toEqual([newest, middle, old])
    expect((await channels.among([old, newest, 999_999])).map(({ id }) => id)).toEqual([newest, old])
    expect(await channels.among([])).toEqual([])
    const { total, status, tag } = await channels.facets(wish)
    expect([total, status, tag]).toEqual([
      3,
      [
        { value: '1', count: 2 },
        { value: '2', count: 1 },
      ],
      [
        { value: 'x', count: 1 },
        { value: 'y', count: 1 },
      ],
    ])
    await channels.delete(middle)
  })

  it('change together where they are still as they were seen, and can be changed back', async () => {
    const { channels } = harness.store
    const [one, two] = [await create({ models: 'a,b', group: 'vip', tag: 't' }), await create({ models: 'A,b' })]
    await harness.raw(({ kysely }) => kysely.updateTable('channels').set({ tag: null }).where('id', '=', two).execute())
    const changes = [
      { id: two, before: { models: 'A,b', tag: '' }, after: { models: 'b', tag: 'new' } },
      {
        id: one,
        before: { models: 'a,b', group: 'vip', tag: 't', status: 1, priority: 0, weight: 0 },
        after: { models: 'b', group: 'vip,default', tag: '', status: 2, priority: 3, weight: 4 },
      },
      { id: 999_999, before: { weight: 0 }, after: { weight: 1 } },
    ]
    const before = await channels.among([one, two])
    expect(await channels.changeMany(changes)).toEqual([one, two])
    expect(await channels.get(one)).toMatchObject({ models: 'b', group: 'vip,default', tag: '', status: 2, priority: 3, weight: 4 })
    expect(await channels.get(two)).toMatchObject({ models: 'b', tag: 'new', weight: 0 })
    // Letters of another case are another name.
    expect(await channels.changeMany([{ id: two, before: { models: 'B' }, after: { models: 'c' } }])).toEqual([])
    await channels.update(two, { weight: 9 })
    await channels.update(one, { priority: 8 })
    const back = changes.map(({ id, before: after, after: seen }) => ({ id, before: seen, after }))
    expect(await channels.changeMany(back)).toEqual([two])
    expect((await channels.get(one))?.models).toBe('b')
    await channels.update(one, { priority: 3 })
    expect(await channels.changeMany(back)).toEqual([one])
    await channels.update(two, { weight: 0 })
    expect(await channels.among([one, two])).toEqual(before)
  })

  it('are changed by one of two who saw the same', async () => {
    const id = await create()
    const change = (priority: number) => harness.store.channels.changeMany([{ id, before: { priority: 0 }, after: { priority } }])
    const done = await Promise.all([change(1), change(2), change(3), change(4)])
    expect(done.flat()).toEqual([id])
    expect((await harness.store.channels.get(id))?.priority).toBe(done.findIndex(({ length }) => length === 1) + 1)
  })

  it('keeps its tags, and has none unless told', async () => {
    const [tagged, bare] = [await create({ tag: 'eu,蓝' }), await create()]
    expect([(await harness.store.channels.get(tagged))?.tag, (await harness.store.channels.get(bare))?.tag]).toEqual(['eu,蓝', ''])
    await harness.raw(({ kysely }) => kysely.updateTable('channels').set({ tag: null }).where('id', '=', tagged).execute())
    expect((await harness.store.channels.get(tagged))?.tag).toBe('')
  })

  it("does not let a machine overrule a person's decision", async () => {
    const id = await create()
    await harness.store.channels.update(id, { status: 2 })
    expect(await harness.store.channels.changeStatus(id, 1, 3)).toBe(false)
    expect((await harness.store.channels.get(id))?.status).toBe(2)
    expect(await harness.store.channels.changeStatus(id, 2, 1)).toBe(true)
  })

  it('deletes one, or all that are not enabled', async () => {
    const [one, off, on] = [await create(), await create(), await create()]
    expect(await harness.store.channels.delete(one)).toBe(true)
    expect(await harness.store.channels.delete(one)).toBe(false)
    await harness.store.channels.update(off, { status: 3 })
    expect(await harness.store.channels.deleteDisabled()).toBe(1)
    expect(await harness.store.channels.get(on)).toBeDefined()
  })
})

describeStore('channel pool', (harness) => {
  const create = (over: Partial<NewChannel> = {}) => harness.store.channels.createMany([channel(over)])
  const served = async (group: string, model: string) =>
    (await harness.store.pool.snapshot()).channelsFor(group, model).map(({ name }) => name)

  it('offers enabled channels by group and model, highest priority first', async () => {
    await create({ name: 'low', group: 'default, vip', priority: 1 })
    await create({ name: 'high', group: 'vip', priority: 9, models: 'gpt-4o' })
    expect(await served('vip', 'gpt-4o')).toEqual(['high', 'low'])
    expect(await served('default', 'gpt-4o')).toEqual(['low'])
    expect(await served('vip', 'unknown')).toEqual([])
    expect(await served('absent', 'gpt-4o')).toEqual([])
    const snapshot = await harness.store.pool.snapshot()
    expect(snapshot.modelsOf('vip')).toEqual(['gpt-4o', 'gpt-4o-mini'])
    expect(snapshot.modelsOf('absent')).toEqual([])
    expect(snapshot.byId(999_999)).toBeUndefined()
  })

  it('keeps the order of priorities among channels with the same and with other lists of models', async () => {
    const list = 'order-a,order-b'
    await create({ name: 'one', group: 'order', models: list, priority: 3 })
    await create({ name: 'two', group: 'order', models: 'order-b', priority: 2 })
    await create({ name: 'three', group: 'order', models: list, priority: 1 })
    expect([await served('order', 'order-a'), await served('order', 'order-b')]).toEqual([
      ['one', 'three'],
      ['one', 'two', 'three'],
    ])
  })

  it('opens again what has changed, and keeps the rest as it is', async () => {
    const [changed = 0, kept = 0] = [...(await create({ group: 'again', key: 'k1' })), ...(await create({ group: 'again', key: 'k2' }))]
    const before = await harness.store.pool.snapshot()
    await harness.store.channels.update(changed, { key: 'k3', models: 'another' })
    const after = await harness.store.pool.snapshot()
    expect(after.byId(changed)).toMatchObject({ key: 'k3', models: ['another'] })
    expect(after.byId(kept)).toEqual(before.byId(kept))
    expect(after.channelsFor('again', 'another').map(({ id }) => id)).toEqual([changed])
    expect(after.channelsFor('again', 'gpt-4o').map(({ id }) => id)).toEqual([kept])
  })

  it('carries the key and both halves of the configuration', async () => {
    const [id = 0] = await create({
      group: 'cfg',
      key: 'k1',
      config: '{"region":"eu"}',
      secretConfig: '{"sk":"s"}',
      modelMapping: '{"a":"b"}',
    })
    const snapshot = await harness.store.pool.snapshot()
    expect(snapshot.byId(id)).toMatchObject({ key: 'k1', config: { region: 'eu', sk: 's' }, modelMapping: { a: 'b' } })
  })

  it('is not taken down by a row with broken JSON', async () => {
    await create({ name: 'broken', group: 'bad', config: '{', modelMapping: '[1]' })
    expect(await served('bad', 'gpt-4o')).toEqual(['broken'])
  })

  it('shows a change of this process at once', async () => {
    const [id = 0] = await create({ name: 'now', group: 'now' })
    expect(await served('now', 'gpt-4o')).toEqual(['now'])
    await harness.store.channels.update(id, { status: 2 })
    expect(await served('now', 'gpt-4o')).toEqual([])
    await harness.store.channels.changeStatus(id, 2, 1)
    expect(await served('now', 'gpt-4o')).toEqual(['now'])
    await harness.store.channels.delete(id)
    expect(await served('now', 'gpt-4o')).toEqual([])
  })

  it('shows a change of another process although the clock was set back', async () => {
    const other = await harness.open(harness.database, { nodeId: 'set back' })
    expect(await served('set back', 'gpt-4o')).toEqual([])
    await other.channels.createMany([channel({ name: 'theirs', group: 'set back' })])
    harness.nowMs -= 600_000
    expect(await served('set back', 'gpt-4o')).toEqual(['theirs'])
    harness.nowMs += 600_000
  })

  it('shows a change of another process after a second, and keeps the same picture while nothing changes', async () => {
    const other = await harness.open(harness.database, { nodeId: 'other' })
    const before = await harness.store.pool.snapshot()
    await other.channels.createMany([channel({ name: 'far', group: 'far' })])
    harness.nowMs += 999
    expect(await served('far', 'gpt-4o')).toEqual([])
    harness.nowMs += 1
    expect(await served('far', 'gpt-4o')).toEqual(['far'])
    const after = await harness.store.pool.snapshot()
    expect(after).not.toBe(before)
    harness.nowMs += 5000
    expect(await harness.store.pool.snapshot()).toBe(after)
    expect(harness.store.pool.snapshot()).toBe(after)
  })
})
