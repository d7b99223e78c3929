import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
let admin: Member
const ids: number[] = []

const CHANNELS = [
  { name: 'azure', type: 3, base_url: 'https://a.example', models: 'gpt-4o,o1', group: 'default', tag: 'eu' },
  { name: 'alone', models: 'gpt-4o', group: 'vip' },
  { name: 'claude', type: 14, models: 'claude-sonnet-4-5', group: 'default,vip', tag: 'eu,blue', status: 2 },
]

beforeAll(async () => {
  harness = await openServerHarness()
  admin = await harness.member(Role.admin)
  for (const fields of CHANNELS) {
    await harness.call('POST', '/api/channel/', { cookie: admin.cookie, body: { type: 1, key: 'sk-a', ...fields } })
    ids.push((await harness.store.channels.list({ offset: 0, limit: 1 }))[0]?.id ?? 0)
  }
})
afterAll(() => harness.close())

const get = async (path: string): Promise<Record<string, unknown>> => (await harness.call('GET', path, { cookie: admin.cookie })).json ?? {}
const post = async (path: string, body: object): Promise<Record<string, unknown>> =>
  (await harness.call('POST', path, { cookie: admin.cookie, body })).json ?? {}
const namesIn = (reply: Record<string, unknown>) => (reply['data'] as readonly { readonly name: string }[]).map(({ name }) => name)

describe('a list of channels', () => {
  it.each([
    ['/api/channel/?p=0', ['claude', 'alone', 'azure'], 3],
    ['/api/channel/?p=1&page_size=2', ['azure'], 3],
    ['/api/channel/?model=gpt-4o', ['alone', 'azure'], 2],
    ['/api/channel/?model=gpt-4o&page_size=1', ['alone'], 2],
    ['/api/channel/?type=3,14', ['claude', 'azure'], 2],
    ['/api/channel/?type=-1&status=all', ['claude', 'alone', 'azure'], 3],
    ['/api/channel/?status=disabled', ['claude'], 1],
    ['/api/channel/?status=1&group=default', ['azure'], 1],
    ['/api/channel/?tag=blue', ['claude'], 1],
    ['/api/channel/search?keyword=gpt-4o', ['alone', 'azure'], 2],
    ['/api/channel/search?keyword=gpt-4o&group=vip', ['alone'], 1],
    ['/api/channel/search?keyword=gpt-4o&p=1&page_size=1', ['azure'], 2],
    ['/api/channel/search?keyword=nothing', [], 0],
  ])('%s tells its rows and how many match', async (path, names, total) => {
    const reply = await get(path)
    expect([namesIn(reply), reply['total']]).toEqual([names, total])
  })

  it('is in the old shape for a client of new-api', async () => {
    const headers = { 'new-api-user': String(admin.id) }
    const { json } = await harness.call('GET', '/api/channel/?p=1&page_size=1&model=gpt-4o', { cookie: admin.cookie, headers })
    expect(json?.['data']).toMatchObject({ total: 2, page: 1, page_size: 1, items: [{ name: 'alone', tag: '' }] })
  })

  it('tells the ids of all that match, and how many have what', async () => {
    expect((await get('/api/channel/ids?keyword=gpt'))['data']).toEqual([ids[1], ids[0]])
    expect((await get('/api/channel/facets?tag=eu'))['data']).toEqual({
      total: 2,
      type: [
        { value: '14', count: 1 },
        { value: '3', count: 1 },
      ],
      status: [
        { value: '1', count: 1 },
        { value: '2', count: 1 },
      ],
      group: [
        { value: 'default', count: 2 },
        { value: 'vip', count: 1 },
      ],
      model: [
        { value: 'claude-sonnet-4-5', count: 1 },
        { value: 'gpt-4o', count: 1 },
        { value: 'o1', count: 1 },
      ],
      tag: [
        { value: 'eu', count: 2 },
        { value: 'blue', count: 1 },
      ],
    })
  })
})

describe('a change of many channels', () => {
  const [azure, alone, claude] = [() => ids[0] ?? 0, () => ids[1] ?? 0, () => ids[2] ?? 0]

  it('is shown first, made where nothing has changed since, and taken back', async () => {
    const edit = { remove_models: 'gpt-4o', add_tags: 'seen' }
    const { data } = await post('/api/channel/bulk/preview', { ids: [...ids, 999_999], edit })
    const after = { models: 'o1', tag: 'eu,seen' }
    const changes = [
      { id: claude(), name: 'claude', before: { tag: 'eu,blue' }, after: { tag: 'eu,blue,seen' } },
      { id: azure(), name: 'azure', before: { models: 'gpt-4o,o1', tag: 'eu' }, after },
    ]
    expect(data).toEqual({ changes, blocked: [{ id: alone(), name: 'alone', reason: 'no-models' }], same: 0 })
    expect((await harness.store.channels.get(azure()))?.tag).toBe('eu')

    await harness.store.channels.update(claude(), { tag: 'mine' })
    const applied = await post('/api/channel/bulk', { changes })
    expect(applied['data']).toEqual({ changed: [azure()], stale: [{ id: claude(), name: 'claude' }] })
    expect(await harness.store.channels.get(azure())).toMatchObject(after)
    expect((await harness.store.channels.get(claude()))?.tag).toBe('mine')

    const back = changes.map(({ id, before, after: seen }) => ({ id, before: seen, after: before }))
    expect((await post('/api/channel/bulk', { changes: back.slice(1) }))['data']).toEqual({ changed: [azure()], stale: [] })
    expect(await harness.store.channels.get(azure())).toMatchObject({ models: 'gpt-4o,o1', tag: 'eu' })
    expect((await post('/api/channel/bulk', { changes: back.slice(1) }))['data']).toEqual({
      changed: [],
      stale: [{ id: azure(), name: 'azure' }],
    })
  })

  it('is written down for each channel that it changed', async () => {
    const changes = [
      { id: azure(), before: { priority: 0 }, after: { priority: 4 } },
      { id: alone(), before: { priority: 9 }, after: { priority: 4 } },
    ]
    await post('/api/channel/bulk', { changes })
    const rows = await harness.store.audit.list(
      { actorId: 0, action: 'channel.edit-many', startTime: 0, endTime: 0 },
      { offset: 0, limit: 1 },
    )
    expect(rows).toMatchObject([{ object: `channel ${azure()}`, before: '{"priority":0}', after: '{"priority":4}' }])
  })

  it.each([
    ['no models', { before: { models: 'gpt-4o' }, after: { models: ' ' } }],
    ['no group', { before: { group: 'vip' }, after: { group: '' } }],
    ['other fields than were seen', { before: { weight: 0 }, after: { weight: 1, priority: 1 } }],
    ['nothing', { before: {}, after: {} }],
    ['a status that does not exist', { before: { status: 1 }, after: { status: 4 } }],
    ['the key', { before: { weight: 0, key: '' }, after: { weight: 0, key: 'sk-b' } }],
  ])('is refused or leaves out %s', async (_what, change) => {
    const before = await harness.store.channels.get(alone())
    await post('/api/channel/bulk', { changes: [{ id: alone(), ...change }] })
    expect(await harness.store.channels.get(alone())).toEqual(before)
    expect((await harness.store.channels.secretsOf(alone()))?.key).toBe('sk-a')
  })
})
