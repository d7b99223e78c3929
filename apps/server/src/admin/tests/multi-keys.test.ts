import { afterAll, beforeAll, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let stand: ServerHarness
let root: Member
let id = 0

beforeAll(async () => {
  stand = await openServerHarness()
  root = await stand.member(Role.root)
  const key = ['a', 'b', 'c', 'd'].map((letter) => `sk-0123456789-${letter.repeat(4)}`).join('\n')
  const channel = { type: 1, name: 'several', models: 'gpt-4o', key }
  await stand.call('POST', '/api/channel/', { cookie: root.cookie, body: { mode: 'multi_to_single', channel } })
  id = (await stand.store.channels.list({ offset: 0, limit: 1 }))[0]?.id ?? 0
})

afterAll(() => stand.close())

const manage = async (action: string, fields: object = {}, channel_id = id) => {
  const headers = { 'new-api-user': String(root.id), 'accept-language': 'en' }
  const { json } = await stand.call('POST', '/api/channel/multi_key/manage', {
    cookie: root.cookie,
    headers,
    body: { channel_id, action, ...fields },
  })
  return json ?? {}
}

const page = async (fields: object = {}) => (await manage('get_key_status', fields))['data']
/** What the newest entries of the trail say that was changed, the oldest of them first. */
const traced = async (count: number) => {
  const entries = await stand.store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: count })
  return entries.map(({ object, before, after }) => [object, before, after].map(String)).toReversed()
}
const trailLength = async () => (await stand.store.audit.head()).entries

it('tells the state of each key by its place, in pages, and leaves no entry in the trail', async () => {
  const before = await trailLength()
  expect(await page({ page: 2, page_size: 3 })).toEqual({
    keys: [{ index: 3, status: 1, key_preview: '…dddd' }],
    total: 4,
    page: 2,
    page_size: 3,
    total_pages: 2,
    enabled_count: 4,
    manual_disabled_count: 0,
    auto_disabled_count: 0,
  })
  expect(await trailLength()).toBe(before)
})

it('switches one key off and on, and finds it by its state', async () => {
  expect(await manage('disable_key', { key_index: 1 })).toMatchObject({ success: true })
  expect(await page({ status: 2 })).toMatchObject({ keys: [{ index: 1, status: 2, key_preview: '…bbbb' }], total: 1, enabled_count: 3 })
  expect(await manage('enable_key', { key_index: 1 })).toMatchObject({ success: true })
  const key = (await stand.store.channelKeys.of(id))?.keys[1]?.id
  const [on, off] = [`{"key":${key},"status":1}`, `{"key":${key},"status":2}`]
  expect(await traced(2)).toEqual([
    [`channel ${id}`, on, off],
    [`channel ${id}`, off, on],
  ])
  expect(await page()).toMatchObject({ total: 4, enabled_count: 4, manual_disabled_count: 0 })
})

it('removes those that went off by themselves, and those alone', async () => {
  const keys = (await stand.store.channelKeys.of(id))?.keys ?? []
  await stand.store.channelKeys.disable(id, keys[0]?.id ?? -1, 'bad-credential')
  await stand.store.channelKeys.disable(id, keys[2]?.id ?? -1, 'out-of-credit')
  await manage('disable_key', { key_index: 3 })
  expect(await page({ status: 3 })).toMatchObject({
    keys: [
      { index: 0, reason: 'The upstream does not accept the key' },
      { index: 2, reason: 'The account at the upstream has no credit left' },
    ],
  })
  expect(await manage('delete_disabled_keys')).toMatchObject({ success: true, data: 2 })
  expect(await traced(1)).toEqual([[`channel ${id}`, '', '{"keys_removed":2}']])
  expect(await page()).toMatchObject({
    keys: [
      { index: 0, status: 1, key_preview: '…bbbb' },
      { index: 1, status: 2, key_preview: '…dddd' },
    ],
    total: 2,
  })
  expect((await stand.store.channels.get(id))?.status).toBe(1)
})

it('switches all keys, with which the channel goes off', async () => {
  expect(await manage('enable_all_keys')).toMatchObject({ success: true })
  expect(await page()).toMatchObject({ enabled_count: 2 })
  expect(await manage('disable_all_keys')).toMatchObject({ success: true })
  expect(await page()).toMatchObject({ enabled_count: 0, manual_disabled_count: 2 })
  expect((await stand.store.channels.get(id))?.status).toBe(2)
  expect((await traced(2)).map(([, before, after]) => [before, after])).toEqual([
    ['{"keys":[{"id":0,"status":1},{"id":3,"status":2}]}', '{"all_keys":1}'],
    ['{"keys":[{"id":0,"status":1},{"id":3,"status":1}]}', '{"all_keys":2}'],
  ])
})

it('removes one key, and not the last', async () => {
  expect(await manage('delete_key', { key_index: 5 })).toMatchObject({ success: false })
  const gone = (await stand.store.channelKeys.of(id))?.keys[0]?.id
  expect(await manage('delete_key', { key_index: 0 })).toMatchObject({ success: true })
  expect(await traced(1)).toEqual([[`channel ${id}`, `{"key":${gone},"status":2}`, `{"key_removed":${gone}}`]])
  expect(await page()).toMatchObject({ keys: [{ index: 0, key_preview: '…dddd' }], total: 1 })
  for (const action of ['delete_key', 'disable_key'])
    expect(await manage(action, { key_index: 0 })).toMatchObject({ success: false, message: expect.stringContaining('key') as string })
  const before = await trailLength()
  expect(await manage('disable_all_keys')).toMatchObject({ success: false })
  expect(await trailLength()).toBe(before)
})

it('refuses a channel that is not there and an action that is none', async () => {
  expect(await manage('get_key_status', {}, 999_999)).toMatchObject({
    success: false,
    message: expect.stringContaining('999999') as string,
  })
  expect(await manage('rotate_keys')).toMatchObject({ success: false })
})
