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
})
