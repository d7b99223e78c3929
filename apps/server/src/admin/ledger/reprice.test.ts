import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { charge } from '../../testing/charge.ts'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let root: Member
let user: Member

const START = 1_790_000_000
const SHEETS = (input: number) => JSON.stringify({ 'my-model': { vendor: 'v', mode: 'chat', price: { input, output: input } } })

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(Role.root)
  user = await harness.member(Role.user)
  await harness.store.ledgerMaintenance.grant({ userId: user.id, amount: 100_000, kind: 'top-up', note: '' })
  const detail = {
    price: { version: 'old', isListed: true, model: 1, group: 1, completion: 1, cacheRead: 1, cacheWrite: 1 },
    usage: { input: 4000, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0, source: 'upstream' },
  }
  const over = { createdAt: START, username: user.username, model: 'my-model', promptTokens: 4000, completionTokens: 0, detail }
  await charge(harness.store.ledger, { requestId: 'r-1', userId: user.id, cost: 4000 }, over)
  await harness.configure({ ModelSheets: SHEETS(1) })
})

afterAll(() => harness.close())

const body = { models: ['my-model'], start: START, end: START + 1 }
const post = (path: string, over: object = {}, by = root) => harness.call('POST', path, { cookie: by.cookie, body: { ...body, ...over } })
const used = async () => (await harness.store.users.findById(user.id))?.user.used_quota

describe('charges at other prices', () => {
  it('are shown first, booked as they were shown, and booked once', async () => {
    const preview = (await post('/api/ledger/reprice/preview')).json?.['data'] as { readonly revision: string }
    const figures = { credited: 2000, debited: 0, users: 1, unreadable: 0, deleted: 0, unlogged: 0 }
    expect(preview).toMatchObject({ ...figures, models: [{ model: 'my-model', rows: 1, changed: 1, charged: 4000, cost: 2000 }] })
    expect(await used()).toBe(4000)

    expect((await post('/api/ledger/reprice', { revision: preview.revision })).json?.['data']).toMatchObject(figures)
    expect(await used()).toBe(2000)
    expect((await post('/api/ledger/reprice', { revision: preview.revision })).json?.['data']).toMatchObject({ credited: 0, users: 0 })
    expect(await used()).toBe(2000)
    const trail = await harness.store.audit.list(
      { actorId: root.id, action: 'ledger.reprice', startTime: 0, endTime: 0 },
      { offset: 0, limit: 9 },
    )
    // newest first: the run that booked nothing, the sums of the first one, and what was written together with its first line
    expect(trail.map(({ object, after }) => [object, /begun|"credited":\d+/.exec(after)?.[0]])).toEqual([
      ['charges of my-model', '"credited":0'],
      ['charges of my-model', '"credited":2000'],
      ['charges of my-model', 'begun'],
    ])
    expect(trail[2]).toMatchObject({ actor_id: root.id, actor_name: root.username, action: 'ledger.reprice' })

    await harness.configure({ ModelSheets: SHEETS(3) })
    const refusal = (await post('/api/ledger/reprice', { revision: preview.revision })).json
    expect(refusal).toMatchObject({ success: false, message: expect.stringContaining('价格在您查看之后已被他人修改') })
    expect(await used()).toBe(2000)
  })

  it('are for root alone, and need a price and a time', async () => {
    const admin = await harness.member(Role.admin)
    for (const path of ['/api/ledger/reprice/preview', '/api/ledger/reprice'])
      expect((await post(path, { revision: '' }, admin)).status).toBe(403)
    expect((await post('/api/ledger/reprice/preview', { models: ['no-such'] })).json).toMatchObject({ message: '模型价格 no-such 不存在' })
    expect((await post('/api/ledger/reprice/preview', { end: START })).json).toMatchObject({ message: expect.stringContaining('end') })
    expect((await post('/api/ledger/reprice/preview', { models: [] })).json).toMatchObject({ message: expect.stringContaining('models') })
  })
})
