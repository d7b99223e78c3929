import { expect, it } from 'bun:test'
import type { ChannelObject } from '@weir/contract/channel'
import type { TokenObject } from '@weir/contract/token'
import { serverAcceptance, type Server } from './harness/server.ts'

const TOKEN_FIELDS = 'id name key status used_quota remain_quota unlimited_quota created_time expired_time models subnet'
const T1 = { name: 't1', remain_quota: 500_000, expired_time: -1, unlimited_quota: false, models: '', subnet: '' }
/** Every new account has one. */
const FIRST_TOKEN = 'default'

const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '')

const addChannel = async ({ root }: Server, fields: Partial<ChannelObject> & { readonly name: string }): Promise<ChannelObject> => {
  await root.data('POST /api/channel/', { type: 1, key: `key of ${fields.name}`, models: 'gpt-4o,gpt-4o-mini', ...fields })
  const [newest] = await root.data<ChannelObject[]>('GET /api/channel/?p=0')
  if (newest?.name !== fields.name) throw new Error(`the channel ${fields.name} is not first in its list`)
  return newest
}

serverAcceptance('G27 models, tokens and channels', (server) => {
  it('C-619 maps channel types to the names of their models', async () => {
    const alice = await server().member('alice')
    const models = await alice.data<Record<string, unknown>>('GET /api/models')
    expect(Object.keys(models).every((type) => /^\d+$/.test(type))).toBe(true)
    expect(Object.values(models).every(isNames)).toBe(true)
    expect(models['1']).toContain('gpt-4o-mini')
  })

  it('C-620 C-621 lists to an admin every model with its id, and the groups with default', async () => {
    const bob = await server().admin('bob')
    const models = await bob.data<{ readonly id: string }[]>('GET /api/channel/models')
    expect(isNames(models.map(({ id }) => id))).toBe(true)
    expect(models.map(({ id }) => id)).toContain('gpt-4o-mini')
    const groups = await bob.data<string[]>('GET /api/group/')
    expect(isNames(groups)).toBe(true)
    expect(groups).toContain('default')
  })

  it('C-622 lists the names of the models a user can use', async () => {
    await addChannel(server(), { name: 'for everyone', models: 'model-a,model-b' })
    await addChannel(server(), { name: 'for others', models: 'model-c', group: 'vip' })
    const alice = await server().member('alice')
    const names = await alice.data<string[]>('GET /api/user/available_models')
    expect(names).toEqual(expect.arrayContaining(['model-a', 'model-b']))
    expect(names).not.toContain('model-c')
  })

  it('C-623 lists ten tokens to a page, in all their fields', async () => {
    const carol = await server().member('carol')
    for (let number = 1; number <= 11; number++) await carol.data('POST /api/token/', { ...T1, name: `n${number}` })
    const page = await carol.data<TokenObject[]>('GET /api/token/?p=0&order=')
    expect(page).toHaveLength(10)
    for (const token of page) expect(Object.keys(token)).toEqual(expect.arrayContaining(TOKEN_FIELDS.split(' ')))
    expect((await carol.data<TokenObject[]>('GET /api/token/?p=1&order=')).map(({ name }) => name)).toEqual(['n1', FIRST_TOKEN])
  })

  it('C-624 C-625 C-626 C-627 creates, finds, switches and deletes a token', async () => {
    const alice = await server().member('alice')
    const list = () => alice.data<TokenObject[]>('GET /api/token/?p=0&order=')
    expect((await alice.envelope('POST /api/token/', T1)).success).toBe(true)
    await alice.data('POST /api/token/', { ...T1, name: 'another' })
    const created = (await list()).find(({ name }) => name === 't1')
    expect(created).toMatchObject({ ...T1, status: 1, used_quota: 0 })
    expect(await alice.data<TokenObject[]>('GET /api/token/search?keyword=t1')).toEqual([created as TokenObject])

    await alice.data('PUT /api/token/?status_only=true', { id: created?.id, status: 2 })
    const switched = (await list()).find(({ id }) => id === created?.id)
    expect(switched).toEqual({ ...(created as TokenObject), status: 2 })

    await alice.data(`DELETE /api/token/${created?.id}/`)
    expect((await list()).map(({ name }) => name)).toEqual(['another', FIRST_TOKEN])
  })

  it('C-628 lists a new channel with models and groups as one text', async () => {
    const channel = await addChannel(server(), { name: 'joined', models: 'gpt-4o,gpt-4o-mini', group: 'default,vip' })
    expect(channel).toMatchObject({ type: 1, name: 'joined', models: 'gpt-4o,gpt-4o-mini', group: 'default,vip' })
  })

  it('C-629 C-630 changes the priority alone, and answers a switch with the new status', async () => {
    const { root } = server()
    const channel = await addChannel(server(), { name: 'changing' })
    await root.data('PUT /api/channel/', { id: channel.id, priority: 5 })
    expect(await root.data<ChannelObject>(`GET /api/channel/${channel.id}`)).toEqual({ ...channel, priority: 5 })
    expect(await root.data<ChannelObject>('PUT /api/channel/', { id: channel.id, status: 2 })).toMatchObject({ id: channel.id, status: 2 })
  })

  it('C-318 shows the settings of a channel but for the secret, which stays when it is not sent', async () => {
    const { root } = server()
    const config = JSON.stringify({ region: 'us-east-1', ak: 'AKIA1', sk: 's1' })
    const { id } = await addChannel(server(), { name: 'aws', type: 33, config })
    const stored = await root.data<ChannelObject>(`GET /api/channel/${id}`)
    expect(JSON.parse(stored.config)).toMatchObject({ region: 'us-east-1', ak: 'AKIA1' })
    expect(stored.config).not.toContain('s1"')
    await root.data('PUT /api/channel/', { id, config: JSON.stringify({ region: 'eu-west-1', ak: 'AKIA1' }) })
    const edited = await root.data<ChannelObject>(`GET /api/channel/${id}`)
    expect(JSON.parse(edited.config)).toMatchObject({ region: 'eu-west-1', ak: 'AKIA1' })
  })

  it('C-631 removes the disabled channels and says how many', async () => {
    const { root } = server()
    await root.data('DELETE /api/channel/disabled')
    const [kept, ...disabled] = [
      await addChannel(server(), { name: 'kept' }),
      await addChannel(server(), { name: 'off one' }),
      await addChannel(server(), { name: 'off two' }),
    ]
    for (const { id } of disabled) await root.data('PUT /api/channel/', { id, status: 2 })
    expect(await root.data<number>('DELETE /api/channel/disabled')).toBe(2)
    const left = (await root.data<ChannelObject[]>('GET /api/channel/?p=0')).map(({ name }) => name)
    expect(left).toContain(kept.name)
    for (const { name } of disabled) expect(left).not.toContain(name)
  })

  it('C-632 finds a channel by id, by name and by key', async () => {
    const wanted = await addChannel(server(), { name: 'wanted' })
    await addChannel(server(), { name: 'not that one' })
    for (const keyword of [String(wanted.id), 'wanted', 'key of wanted']) {
      const call = `GET /api/channel/search?keyword=${encodeURIComponent(keyword)}`
      expect([keyword, await server().root.data<ChannelObject[]>(call)]).toEqual([keyword, [wanted]])
    }
  })
})
