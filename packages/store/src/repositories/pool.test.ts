import { expect, it } from 'bun:test'
import type { NewChannel } from './channels.ts'
import { bumpRevision } from '../rows.ts'
import { describeStore } from '../testing/store-harness.ts'

const given = (key: string) => ({ key, isKeyReference: false })

const channel = (over: Partial<NewChannel> = {}): NewChannel => ({
  type: 1,
  name: 'one',
  weight: 0,
  priority: 0,
  baseUrl: '',
  other: '',
  models: 'm',
  group: 'default',
  modelMapping: '',
  config: '',
  systemPrompt: '',
  key: 'k1',
  ...over,
})

describeStore('a node that has read the channels', (harness) => {
  /** Two nodes that have read a channel with two keys; whatever the first changes, the second reads. */
  const openNodes = async (over: Partial<NewChannel> = {}) => {
    const other = await harness.open(harness.database, { nodeId: crypto.randomUUID() })
    const { channels, channelKeys } = harness.store
    const [id = 0] = await channels.createMany([channel({ furtherKeys: [given('k2')], ...over })])
    const seen = async (wanted = id) => {
      harness.nowMs += 1000
      return (await other.pool.snapshot()).byId(wanted)
    }
    const keysSeen = async () => (await seen())?.keys?.map(({ key }) => key)
    expect(await keysSeen()).toEqual(['k1', 'k2'])
    return { other, channels, channelKeys, id, seen, keysSeen }
  }

  it('sees each change of a channel that another makes', async () => {
    const { channels, id, seen } = await openNodes()
    await channels.update(id, { models: 'm,n', priority: 4 })
    expect(await seen()).toMatchObject({ models: ['m', 'n'], priority: 4 })
    await channels.changeStatus(id, 1, 3)
    expect(await seen()).toBeUndefined()
    await channels.changeStatus(id, 3, 1)
    expect(await seen()).toMatchObject({ priority: 4 })
    await channels.changeMany([{ id, before: { weight: 0 }, after: { weight: 7 } }])
    expect(await seen()).toMatchObject({ weight: 7 })
    await channels.changeMany([{ id, before: { status: 1 }, after: { status: 2 } }])
    expect(await seen()).toBeUndefined()
    await channels.update(id, { status: 1 })
    expect(await seen()).toMatchObject({ weight: 7 })
    await channels.delete(id)
    expect(await seen()).toBeUndefined()
  })

  it('sees what a node of an older version changes, which notes nothing', async () => {
    const { id, seen } = await openNodes()
    await harness.raw(async ({ kysely }) => {
      await kysely.updateTable('channels').set({ priority: 9 }).where('id', '=', id).execute()
      await bumpRevision(kysely, 'channels')
    })
    expect(await seen()).toMatchObject({ priority: 9 })
  })

  it('sees each change of its keys', async () => {
    const { channels, channelKeys, id, seen, keysSeen } = await openNodes()
    await channelKeys.add(id, [given('k3')])
    expect(await keysSeen()).toEqual(['k1', 'k2', 'k3'])
    await channelKeys.disable(id, 0, 'no credit')
    expect(await keysSeen()).toEqual(['k2', 'k3'])
    await channelKeys.switch({ channelId: id, keyId: 0, to: 'on' })
    expect(await keysSeen()).toEqual(['k1', 'k2', 'k3'])
    await channelKeys.remove(id, 0)
    expect(await keysSeen()).toEqual(['k2', 'k3'])
    await channelKeys.setMode(id, 'random')
    expect((await seen())?.keyMode).toBe('random')
    await channels.update(id, { key: 'k9', furtherKeys: [] })
    expect(await seen()).toMatchObject({ key: 'k9' })
    expect(await keysSeen()).toBeUndefined()
  })

  it('sees channels come and go by the hundred, and reads again only those that changed', async () => {
    const { other, channels, id, seen } = await openNodes({ group: 'many' })
    const many = await channels.createMany(Array.from({ length: 501 }, (_, at) => channel({ name: `channel ${at}`, group: 'many' })))
    expect(await seen(many[500])).toMatchObject({ name: 'channel 500' })
    const [kept, changed, gone] = [many[0] ?? 0, many[1] ?? 0, many.slice(2, 4)]
    const before = (await other.pool.snapshot()).byId(kept)
    await channels.update(changed, { name: 'renamed' })
    await channels.deleteMany(gone)
    expect(await seen(changed)).toMatchObject({ name: 'renamed' })
    const after = await other.pool.snapshot()
    expect(after.byId(kept)).toBe(before)
    expect(gone.map((each) => after.byId(each))).toEqual([undefined, undefined])
    expect(after.channelsFor('many', 'm')).toHaveLength(500)
    await channels.deleteMany(many)
    expect((await seen()) && (await other.pool.snapshot()).channelsFor('many', 'm').map((each) => each.id)).toEqual([id])
  })

  it('keeps its picture when only channels that serve nobody are deleted', async () => {
    const { other, channels } = await openNodes()
    const [off = 0] = await channels.createMany([channel({ status: 2 })])
    harness.nowMs += 1000
    const before = await other.pool.snapshot()
    expect(await channels.deleteDisabled()).toBe(1)
    harness.nowMs += 1000
    expect(await other.pool.snapshot()).toBe(before)
    expect(before.byId(off)).toBeUndefined()
  })

  it('begins anew where the database was set back', async () => {
    const { id, seen } = await openNodes()
    await harness.raw(async ({ kysely }) => {
      await kysely.updateTable('channels').set({ name: 'restored' }).where('id', '=', id).execute()
      await kysely.updateTable('revisions').set({ revision: 0 }).where('name', '=', 'channels').execute()
    })
    expect(await seen()).toMatchObject({ name: 'restored' })
  })
})
