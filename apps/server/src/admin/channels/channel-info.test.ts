import { afterAll, beforeAll, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

let stand: ServerHarness
let root: Member

beforeAll(async () => {
  stand = await openServerHarness()
  root = await stand.member(Role.root)
})

afterAll(() => stand.close())

interface Row {
  readonly [name: string]: unknown
  readonly id: number
}

/** As the console of new-api calls: it always names the user in a header. */
const call = async (method: string, path: string, body?: object) => {
  const headers = { 'new-api-user': String(root.id), 'accept-language': 'en' }
  const { json } = await stand.call(method, path, { cookie: root.cookie, headers, ...(body && { body }) })
  return json ?? {}
}

const create = async (key: string, mode: 'single' | 'multi_to_single'): Promise<number> => {
  const channel = { type: 1, name: 'c', models: 'gpt-4o', key }
  expect(await call('POST', '/api/channel/', { mode, multi_key_mode: 'random', channel })).toMatchObject({ success: true })
  return (await stand.store.channels.list({ offset: 0, limit: 1 }))[0]?.id ?? 0
}

const read = async (id: number) => (await call('GET', `/api/channel/${id}`))['data'] as Row
const storedKeys = async (id: number) => {
  const { mode, keys } = (await stand.store.channelKeys.all(id)) ?? { mode: 'none', keys: [] }
  return [mode, ...keys.map(({ key }) => key)]
}
const statusesOf = async (id: number) => (await stand.store.channelKeys.of(id))?.keys.map(({ status }) => status)

const several = (states: object, mode = 'random', size = 3) => ({
  is_multi_key: true,
  multi_key_size: size,
  multi_key_status_list: states,
  multi_key_polling_index: 0,
  multi_key_mode: mode,
})

const ONE_KEY = {
  is_multi_key: false,
  multi_key_size: 0,
  multi_key_status_list: null,
  multi_key_polling_index: 0,
  multi_key_mode: '',
}

it('a channel tells clients of new-api of its keys, in every answer that holds it', async () => {
  const one = await create('sk-one', 'single')
  const id = await create('sk-a\nsk-b\nsk-c', 'multi_to_single')
  const keys = (await stand.store.channelKeys.of(id))?.keys ?? []
  await stand.store.channelKeys.switch({ channelId: id, keyId: keys[0]?.id ?? -1, to: 'off' })
  await stand.store.channelKeys.disable(id, keys[2]?.id ?? -1, 'bad-credential')
  const info = several({ 0: 2, 2: 3 })
  const listed = (await call('GET', '/api/channel/?p=1&page_size=10'))['data'] as { readonly items: readonly Row[] }
  expect(listed.items.map((row) => [row.id, row['channel_info']])).toEqual([
    [id, info],
    [one, ONE_KEY],
  ])
  const found = (await call('GET', `/api/channel/search?keyword=${id}`))['data'] as { readonly items: readonly Row[] }
  expect(found.items.map((row) => row['channel_info'])).toEqual([info])
  expect((await read(id))['channel_info']).toEqual(info)
  expect(await call('PUT', '/api/channel/', { id, priority: 2 })).toMatchObject({ data: { priority: 2, channel_info: info } })
})

it('says nothing of them to anybody else', async () => {
  const id = await create('sk-a\nsk-b', 'multi_to_single')
  const { json } = await stand.call('GET', `/api/channel/${id}`, { cookie: root.cookie })
  expect(json?.['data']).not.toHaveProperty('channel_info')
})

it('takes the whole object back and leaves keys, states and mode as they are', async () => {
  const id = await create('sk-a\nsk-b\nsk-c', 'multi_to_single')
  const keys = (await stand.store.channelKeys.of(id))?.keys ?? []
  await stand.store.channelKeys.disable(id, keys[1]?.id ?? -1, 'bad-credential')
  const before = await read(id)
  const forged = { ...before, name: 'renamed', channel_info: { ...several({}, 'polling'), multi_key_size: 99 }, multi_key_mode: '' }
  expect(await call('PUT', '/api/channel/', forged)).toMatchObject({ success: true, data: { name: 'renamed', key: '' } })
  expect(await read(id)).toEqual({ ...before, name: 'renamed' })
  expect([await storedKeys(id), await statusesOf(id)]).toEqual([
    ['random', 'sk-a', 'sk-b', 'sk-c'],
    [1, 3, 1],
  ])
})

it('takes the mode, and adds keys to several or replaces them, as the form of new-api says', async () => {
  const id = await create('sk-a\nsk-b', 'multi_to_single')
  const keys = (await stand.store.channelKeys.of(id))?.keys ?? []
  await stand.store.channelKeys.switch({ channelId: id, keyId: keys[1]?.id ?? -1, to: 'off' })
  const added = { id, key: 'sk-b\nsk-c\nsk-c', key_mode: 'append', multi_key_mode: 'polling' }
  expect(await call('PUT', '/api/channel/', added)).toMatchObject({ success: true, data: { channel_info: several({ 1: 2 }, 'polling') } })
  expect(await storedKeys(id)).toEqual(['polling', 'sk-a', 'sk-b', 'sk-c'])
  expect(await call('PUT', '/api/channel/', { id, key: 'sk-x\nsk-y', key_mode: 'replace' })).toMatchObject({ success: true })
  expect([await storedKeys(id), await statusesOf(id)]).toEqual([
    ['polling', 'sk-x', 'sk-y'],
    [1, 1],
  ])
})

it('keys that are added at once are each there once', async () => {
  const id = await create('sk-a\nsk-b', 'multi_to_single')
  const edits = ['sk-c\nsk-d', 'sk-d\nsk-c', 'sk-c'].map((key) => call('PUT', '/api/channel/', { id, key, key_mode: 'append' }))
  for (const answer of await Promise.all(edits)) expect(answer).toMatchObject({ success: true })
  expect((await storedKeys(id)).toSorted()).toEqual(['random', 'sk-a', 'sk-b', 'sk-c', 'sk-d'])
})

it('a channel with one key takes the new one in its place', async () => {
  const id = await create('sk-one', 'single')
  expect(await call('PUT', '/api/channel/', { id, key: 'sk-two', key_mode: 'append' })).toMatchObject({ success: true })
  expect((await storedKeys(id)).slice(1)).toEqual(['sk-two'])
})

it('adds no key to those of another address', async () => {
  const id = await create('sk-a\nsk-b', 'multi_to_single')
  const moved = { id, base_url: 'https://elsewhere.example', key: 'sk-c', key_mode: 'append' }
  expect((await call('PUT', '/api/channel/', moved))['message']).toBe(
    'Invalid parameter: key_mode, must not be append when the address or the type of the channel changes; use replace, with all keys in key',
  )
  expect(await storedKeys(id)).toEqual(['random', 'sk-a', 'sk-b'])
})
