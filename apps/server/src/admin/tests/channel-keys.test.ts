import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const [GOOD, BAD, THIRD] = ['sk-good-0123456789gggg', 'sk-bad-0123456789bbbb', 'sk-third-0123456789tttt']

let stand: ServerHarness
let root: Member
let id = 0
const used: string[] = []

const answer = (key: string): Response =>
  key === BAD
    ? Response.json({ error: { message: 'no', code: 'invalid_api_key' } }, { status: 401 })
    : Response.json({ choices: [{ message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }] })

beforeAll(async () => {
  stand = await openServerHarness({
    upstream: (request) => {
      const key = String(request.headers['authorization']).replace('Bearer ', '')
      used.push(key)
      return Promise.resolve(answer(key))
    },
  })
  root = await stand.member(Role.root)
})

afterAll(() => stand.close())

const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const { cookie } = root
  return (await stand.call(method, path, { cookie, ...(body && { body }) })).json ?? {}
}

const keys = async () =>
  (await call('GET', `/api/channel/${id}/keys`))['data'] as { mode: string; keys: { id: number; hint: string; status: number }[] }

const chat = async (): Promise<number> => {
  const { key } = await stand.token(root)
  const body = { model: 'gpt-4o', messages: [{ role: 'user', content: crypto.randomUUID() }] }
  return (await stand.call('POST', '/v1/chat/completions', { headers: { authorization: `Bearer sk-${key}` }, body })).status
}

describe('a channel with several keys', () => {
  it('is made from lines, and shows the end of each key alone', async () => {
    const channel = { type: 1, name: 'several', models: 'gpt-4o', base_url: 'https://upstream.test', key: `${GOOD}\n${BAD}` }
    expect(await call('POST', '/api/channel/', { mode: 'multi_to_single', channel })).toMatchObject({ success: true })
    id = (await stand.store.channels.list({ offset: 0, limit: 1 }))[0]?.id ?? 0
    expect(await keys()).toMatchObject({
      mode: 'polling',
      keys: [
        { id: 0, hint: 'gggg', status: 1 },
        { hint: 'bbbb', status: 1 },
      ],
    })
  })

  it('takes its keys in turns, and another one after a refusal of the key', async () => {
    // Conversations keep their key otherwise.
    expect(await call('PUT', '/api/option/', { key: 'CacheAffinity', value: 'false' })).toMatchObject({ success: true })
    expect([await chat(), await chat(), await chat()]).toEqual([200, 200, 200])
    expect(used).toEqual([GOOD, BAD, GOOD, GOOD])
  })

  it('tests one key by itself, and keeps nothing of it', async () => {
    const [, bad] = (await keys()).keys
    const probe = async (key_id: number) =>
      ((await call('POST', `/api/channel/test/${id}/`, { probe: 'text', key_id }))['data'] as { success: boolean }[])[0]?.success
    expect([await probe(0), await probe(bad?.id ?? 0)]).toEqual([true, false])
    expect((await stand.store.channels.get(id))?.last_test).toBeNull()
  })

  it('gains and loses keys one by one, and keeps the last', async () => {
    expect((await call('POST', `/api/channel/${id}/keys`, { key: `${THIRD}\n${GOOD}` }))['data']).toBe(1)
    const [, bad, third] = (await keys()).keys
    expect(await call('PUT', `/api/channel/${id}/keys/${third?.id}`, { status: 2 })).toMatchObject({ success: true })
    expect((await keys()).keys.map(({ status }) => status)).toEqual([1, 1, 2])
    await call('DELETE', `/api/channel/${id}/keys/${bad?.id}`)
    used.length = 0
    expect([await chat(), await chat()]).toEqual([200, 200])
    expect(used).toEqual([GOOD, GOOD])
    await call('DELETE', `/api/channel/${id}/keys/${third?.id}`)
    expect(await call('DELETE', `/api/channel/${id}/keys/0`)).toMatchObject({ success: false })
    expect(await call('PUT', `/api/channel/${id}/keys`, { mode: 'random' })).toMatchObject({ success: true })
    expect((await keys()).mode).toBe('random')
    expect(await call('PUT', `/api/channel/${id}/keys/9999`, { status: 1 })).toMatchObject({ success: false })
  })

  it('is copied with all of them', async () => {
    await call('POST', `/api/channel/${id}/keys`, { key: THIRD })
    const copied = (await call('POST', `/api/channel/copy/${id}`))['data'] as { id: number }
    expect((await stand.store.channelKeys.all(copied.id))?.keys.map(({ key }) => key)).toEqual([GOOD, THIRD])
  })
})
