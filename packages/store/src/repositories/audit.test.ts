import { expect, it } from 'bun:test'
import { describeStore } from '../testing/store-harness.ts'

const entry = {
  actorId: 1,
  actorName: 'root',
  credential: 'session',
  address: '::1',
  requestId: 'r',
  action: 'user.edit',
  object: 'user 2',
}
const any = { actorId: 0, action: '', startTime: 0, endTime: 0 }
const page = { offset: 0, limit: 100 }

describeStore('audit trail', (harness) => {
  it('keeps what was written, newest first, under every filter', async () => {
    const hard = '名称 🙂 ‮abc ’; -- %_\\ "'
    await harness.store.audit.add([
      { ...entry, before: '{"a":1}', after: JSON.stringify({ a: hard }) },
      { ...entry, actorId: 2, action: 'option.set', object: hard, before: '', after: 'nul\0' },
    ])
    const all = await harness.store.audit.list(any, page)
    expect(all.map((row) => row.action)).toEqual(['option.set', 'user.edit'])
    expect(all).toMatchObject([
      { object: hard, after: 'nul', actor_id: 2 },
      { before: '{"a":1}', after: JSON.stringify({ a: hard }) },
    ])
    expect(await harness.store.audit.list({ ...any, actorId: 1 }, page)).toMatchObject([{ action: 'user.edit' }])
    expect(await harness.store.audit.list({ ...any, action: 'option.set' }, page)).toMatchObject([{ actor_id: 2 }])
    expect(await harness.store.audit.list({ ...any, startTime: harness.nowSeconds + 1 }, page)).toEqual([])
    expect(await harness.store.audit.list({ ...any, endTime: harness.nowSeconds }, { offset: 1, limit: 5 })).toHaveLength(1)
  })

  it('is found by actor, area, object and the entry before which it stands, and counted under the same', async () => {
    const add = (actorName: string, action: string, object: string) =>
      harness.store.audit.add([{ ...entry, actorName, action, object, before: '', after: '' }])
    await add('ann', 'channel.edit', 'channel 7')
    await add('ann', 'channel.edit-many', 'channel 70')
    await add('anna', 'channels', 'channel_7')
    const found = async (filter: Partial<Parameters<typeof harness.store.audit.list>[0]>) => {
      const rows = await harness.store.audit.list({ ...any, ...filter }, page)
      expect(await harness.store.audit.count({ ...any, ...filter })).toBe(rows.length)
      return rows.map((row) => row.object)
    }
    expect(await found({ actorName: 'ann' })).toEqual(['channel 70', 'channel 7'])
    expect(await found({ action: 'channel.' })).toEqual(['channel 70', 'channel 7'])
    expect(await found({ action: 'channel.edit' })).toEqual(['channel 7'])
    expect(await found({ object: 'channel 7' })).toEqual(['channel 70', 'channel 7'])
    expect(await found({ object: 'channel_' })).toEqual(['channel_7'])
    const [, second] = await harness.store.audit.list({ ...any, actorName: 'ann' }, page)
    expect(await found({ actorName: 'ann', beforeId: (second?.id ?? 0) + 1 })).toEqual(['channel 7'])
    expect(await harness.store.audit.actions()).toEqual(expect.arrayContaining(['channel.edit', 'channel.edit-many', 'channels']))
  })
})
