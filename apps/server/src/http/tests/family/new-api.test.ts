import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import { CHANNEL_KEY, UPSTREAM, openUpstreamHarness, type UpstreamHarness } from '../../../testing/upstream-harness.ts'
import type { Answer, Member } from '../../../testing/server-harness.ts'

let at: UpstreamHarness
let answer: () => Response

beforeAll(async () => {
  at = await openUpstreamHarness()
  answer = at.reply
})
beforeEach(() => {
  at.reply = answer
})
afterAll(() => at.harness.close())

type Row = Readonly<Record<string, unknown>>

/** With the header that new-api's clients always send; `as` is for the plain form of everyone else. */
const call = (method: string, path: string, options: { readonly by: Member; readonly body?: object; readonly isPlain?: boolean }) =>
  at.harness.call(method, path, {
    cookie: options.by.cookie,
    headers: { 'accept-language': 'en', ...(options.isPlain !== true && { 'new-api-user': String(options.by.id) }) },
    ...(options.body !== undefined && { body: options.body }),
  })
const dataOf = ({ json, text }: Answer): Row => {
  expect([text, json?.['success']]).toEqual([text, true])
  return json?.['data'] as Row
}
const namesOf = ({ items }: Row) => (items as readonly Row[]).map((row) => row['name'])

describe('a list', () => {
  it('has its rows, the total and the page for clients of new-api, who count pages from 1', async () => {
    const by = await at.harness.member(1)
    for (let n = 1; n <= 12; n++) await call('POST', '/api/token/', { by, body: { name: `t${n}` } })
    const page = async (query: string) => dataOf(await call('GET', `/api/token/${query}`, { by }))
    const first = await page('?p=1&page_size=5')
    expect([namesOf(first), first['total'], first['page'], first['page_size']]).toEqual([['t12', 't11', 't10', 't9', 't8'], 12, 1, 5])
    expect(namesOf(await page('?p=3&page_size=5'))).toEqual(['t2', 't1'])
    expect(namesOf(await page('?p=0&page_size=5'))).toEqual(namesOf(first))
    const sized = await page('?p=3&size=5')
    expect([namesOf(sized), sized['page_size']]).toEqual([['t2', 't1'], 5])
    expect(namesOf(await page('search?keyword=t&token=&p=2&size=11'))).toEqual(['t1'])
    expect([namesOf(await page('?p=2')), (await page(''))['page']]).toEqual([['t2', 't1'], 1])
    const plain = dataOf(await call('GET', '/api/token/?p=1&page_size=5', { by, isPlain: true }))
    expect((plain as unknown as readonly Row[]).map(({ name }) => name)).toEqual(['t7', 't6', 't5', 't4', 't3'])
  })

  it('has that form wherever there are pages, and in searches', async () => {
    const by = at.admin
    await call('POST', '/api/redemption/', { by, body: { name: 'code', quota: 5, count: 3 } })
    await at.relay(at.admin, '/v1/chat/completions', { body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] } })
    const totals: unknown[] = []
    for (const path of ['channel/', 'redemption/', 'log/', 'log/self/', 'channel/search?keyword=one', 'redemption/search?keyword=code']) {
      const { items, total, page, page_size: size } = dataOf(await call('GET', `/api/${path}`, { by }))
      expect([path, page, size, (items as readonly Row[]).length]).toEqual([path, 1, 10, Number(total)])
      totals.push(total)
    }
    expect(totals).toEqual([1, 3, 1, 1, 1, 3])
    const users = dataOf(await call('GET', '/api/user/?page_size=2', { by }))
    expect([(users['items'] as readonly Row[]).length, Number(users['total']) > 2]).toEqual([2, true])
    const found = dataOf(await call('GET', '/api/redemption/search?keyword=code&p=2&page_size=2', { by }))
    expect([(found['items'] as readonly Row[]).length, found['total']]).toEqual([1, 3])
  })
})

describe('channels of new-api’s scripts', () => {
  const ids = async () => (await at.harness.store.channels.all()).map(({ id }) => id)

  it('are copied with their key and settings, and without their counters', async () => {
    await at.harness.store.channels.update(at.channelId, { balance: 5, status: 3 })
    const { id } = dataOf(await call('POST', `/api/channel/copy/${at.channelId}?suffix=_2&reset_balance=true`, { by: at.admin }))
    const copy = await at.harness.store.channels.get(Number(id))
    expect(copy).toMatchObject({ name: 'one_2', base_url: UPSTREAM, status: 2, balance: 0, used_quota: 0 })
    expect((await at.harness.store.channels.secretsOf(Number(id)))?.key).toBe(CHANNEL_KEY)
    await at.harness.store.channels.update(at.channelId, { status: 1 })
    expect((await call('POST', '/api/channel/copy/999999', { by: at.admin })).json?.['success']).toBe(false)
    expect((await call('POST', `/api/channel/copy/${at.channelId}`, { by: at.user })).status).toBe(403)
  })

  it('are deleted together, and those that are not there are not counted', async () => {
    const before = await ids()
    const { id } = dataOf(await call('POST', `/api/channel/copy/${at.channelId}`, { by: at.admin }))
    expect(dataOf(await call('POST', '/api/channel/batch', { by: at.admin, body: { ids: [id, 999_999] } }))).toBe(1 as never)
    expect(await ids()).toEqual(before)
    expect((await call('POST', '/api/channel/batch', { by: at.admin, body: { ids: [] } })).json?.['success']).toBe(false)
  })

  it('tell the models that their provider lists, with the key of the channel', async () => {
    at.reply = () => Response.json({ object: 'list', data: [{ id: 'b' }, { id: 'a' }, { id: 'b' }, {}] })
    expect(dataOf(await call('GET', `/api/channel/fetch_models/${at.channelId}`, { by: at.admin }))).toEqual(['a', 'b'] as never)
    const sent = at.sent.at(-1)
    expect([sent?.method, sent?.url, sent?.headers['authorization']]).toEqual(['GET', `${UPSTREAM}/v1/models`, `Bearer ${CHANNEL_KEY}`])
    const body = { type: 14, key: 'sk-ant', base_url: 'https://claude.example' }
    expect(dataOf(await call('POST', '/api/channel/fetch_models', { by: at.admin, body }))).toEqual(['a', 'b'] as never)
    expect([at.sent.at(-1)?.url, at.sent.at(-1)?.headers['x-api-key']]).toEqual(['https://claude.example/v1/models?limit=1000', 'sk-ant'])
  })

  it('have the numbers that new-api gives to their types, in both directions', async () => {
    const { admin: by } = at
    const send = (method: string, body: object) => call(method, '/api/channel/', { by, body })
    const channel = { type: 43, key: 'sk-deep', name: 'deep', models: 'deepseek-chat', group: 'default' }
    dataOf({ ...(await send('POST', { mode: 'single', channel })) })
    const { items } = dataOf(await call('GET', '/api/channel/search?keyword=deep&type=43', { by }))
    const [row] = items as readonly Row[]
    expect([row?.['name'], row?.['type']]).toEqual(['deep', 43])
    const id = Number(row?.['id'])
    expect((await at.harness.store.channels.get(id))?.type).toBe(36)
    expect(dataOf(await send('PUT', { ...row, name: 'deeper' }))).toMatchObject({ name: 'deeper', type: 43 })
    expect((await at.harness.store.channels.get(id))?.type).toBe(36)
    expect(dataOf(await call('GET', `/api/channel/${id}`, { by, isPlain: true }))).toMatchObject({ type: 36 })
    expect((await send('POST', { ...channel, type: 36 })).json?.['message']).toBe('Invalid parameter: type, is not a known channel type')
    await at.harness.store.channels.delete(id)
    const models = dataOf(await call('GET', '/api/models', { by }))
    expect([models['43'], models['10043']]).toEqual([expect.arrayContaining(['deepseek-chat']), []])
  })

  it('say why the models cannot be had, without the words of upstream', async () => {
    const fetched = async () => (await call('GET', `/api/channel/fetch_models/${at.channelId}`, { by: at.admin })).json?.['message']
    at.reply = () => new Response(`wrong key ${CHANNEL_KEY}`, { status: 401 })
    expect(await fetched()).toBe('The list of models could not be read: HTTP 401')
    at.reply = () => new Response('<html>')
    expect(await fetched()).toBe('The list of models could not be read: no models')
    const body = { type: 49, key: 'k', base_url: '' }
    expect((await call('POST', '/api/channel/fetch_models', { by: at.admin, body })).json?.['message']).toBe(
      'This type of channel has no list of models',
    )
  })
})

describe('what a user of new-api asks', () => {
  it('is the own group, its models and their prices', async () => {
    await at.harness.configure({ ModelRatio: '{"gpt-4o-mini":0.25}', CompletionRatio: '{"gpt-4o-mini":4}', GroupRatio: '{"default":1.5}' })
    expect(dataOf(await call('GET', '/api/user/self/groups', { by: at.user }))).toEqual({ default: { ratio: 1.5, desc: 'default' } })
    const models = dataOf(await call('GET', '/api/user/models', { by: at.user })) as unknown as readonly string[]
    expect(models).toContain('gpt-4o-mini')
    const { json } = await call('GET', '/api/pricing', { by: at.user })
    expect(json).toMatchObject({ success: true, group_ratio: { default: 1.5 }, usable_group: { default: 'default' } })
    const priced = (json?.['data'] ?? []) as readonly Row[]
    expect(priced.map((row) => row['model_name'])).toEqual(models as never)
    expect(json?.['data']).toContainEqual({
      model_name: 'gpt-4o-mini',
      quota_type: 0,
      model_ratio: 0.25,
      model_price: 0,
      completion_ratio: 4,
      owner_by: 'openai',
      enable_groups: ['default'],
    })
    await at.harness.configure({
      ModelRatio: '{}',
      CompletionRatio: '{}',
      ModelSheets: '{"gpt-4o-mini":{"vendor":"v","mode":"chat","price":{"perRequest":0.04}}}',
    })
    const byCall = (await call('GET', '/api/pricing', { by: at.user })).json?.['data'] as readonly Row[]
    expect(byCall.find((row) => row['model_name'] === 'gpt-4o-mini')).toMatchObject({ quota_type: 1, model_ratio: 0, model_price: 0.04 })
    await at.harness.configure({ ModelSheets: '{}', GroupRatio: '{"default":1}' })
  })
})

describe('the key of a token', () => {
  it('is told to clients of new-api, who ask without a body, and changes for nobody who does not say so', async () => {
    const by = await at.harness.member(1)
    const { id, key } = await at.harness.token(by)
    expect(dataOf(await call('POST', `/api/token/${id}/key`, { by }))['key']).toBe(key)
    const bare = await call('POST', `/api/token/${id}/key`, { by, isPlain: true })
    expect(bare.json).toEqual({ success: false, message: 'Invalid parameter: grace_seconds, must not be empty' })
    const foreign = await call('POST', `/api/token/${id}/key`, { by: await at.harness.member(1) })
    expect(foreign.json).toMatchObject({ success: false, message: `Token ${id} does not exist` })
    const trail = await call('GET', '/api/audit/?action=token.replace-key', { by: await at.harness.member(100), isPlain: true })
    expect(trail.json?.['data']).toEqual([])
    const replaced = dataOf(await call('POST', `/api/token/${id}/key`, { by, body: { grace_seconds: 0 } }))
    expect([replaced['id'], replaced['key'] === key]).toEqual([id, false])
  })
})

describe('the types of log rows', () => {
  it('are those of new-api for its clients: 5 is what was refused, 6 is money paid back, and tests have none', async () => {
    const by = await at.harness.member(1)
    const of = { userId: by.id, username: by.username }
    for (const [type, content] of [
      [3, 'managed'],
      [5, 'tested'],
      [6, 'refused'],
    ] as const)
      await at.harness.store.logs.add({ ...of, type, content })
    const listed = async (path: string, isPlain: boolean) => {
      const asker = path.startsWith('log/self') ? by : at.admin
      const data: unknown = dataOf(await call('GET', `/api/${path}`, { by: asker, isPlain }))
      const rows = isPlain ? data : (data as Row)['items']
      return (rows as readonly Row[]).map(({ type, content }) => `${String(type)} ${String(content)}`)
    }
    for (const path of ['log/self/?', `log/?username=${by.username}&`]) {
      const told = (type: number, isPlain = false) => listed(`${path}type=${type}`, isPlain)
      expect([await told(0), await told(3), await told(5), await told(6)]).toEqual([
        ['5 refused', '3 managed'],
        ['3 managed'],
        ['5 refused'],
        [],
      ])
      expect([await told(0, true), await told(5, true), await told(6, true)]).toEqual([
        ['6 refused', '3 managed'],
        ['5 tested'],
        ['6 refused'],
      ])
    }
  })
})

describe('what a token tells about itself', () => {
  const get = (path: string, key: string) => at.harness.call('GET', path, { headers: { authorization: `Bearer sk-${key}` } })

  it('is what it may spend, and its own rows in the log', async () => {
    const by = await at.harness.member(1)
    const limits = { name: 'named', unlimited_quota: false, remain_quota: 50_000, models: 'gpt-4o-mini', expired_time: 4_000_000_000 }
    const { key } = await at.harness.token(by, limits)
    const other = await at.harness.token(by, { name: 'other' })
    const chat = (token: string) =>
      at.harness.call('POST', '/v1/chat/completions', {
        headers: { authorization: `Bearer sk-${token}` },
        body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] },
      })
    for (const token of [key, other.key]) expect((await chat(token)).status).toBe(200)
    const usage = (await get('/api/usage/token/', key)).json
    const { total_available: left } = (usage?.['data'] ?? {}) as Row
    const spent = 50_000 - Number(left)
    expect(spent).toBeGreaterThan(0)
    expect(usage).toEqual({
      code: true,
      message: 'ok',
      data: {
        object: 'token_usage',
        name: 'named',
        total_granted: 50_000,
        total_used: spent,
        total_available: 50_000 - spent,
        unlimited_quota: false,
        model_limits: { 'gpt-4o-mini': true },
        model_limits_enabled: true,
        expires_at: 4_000_000_000,
      },
    })
    const rows = (await get('/api/log/token', key)).json
    expect(rows).toMatchObject({ success: true, data: [{ token_name: 'named', model_name: 'gpt-4o-mini', quota: spent }] })
    expect(JSON.stringify(rows)).not.toContain('"detail"')
  })

  it('is nothing of another token, and nothing without a key', async () => {
    const by = await at.harness.member(1)
    const twins = [
      await at.harness.token(by, { name: 'twin' }),
      await at.harness.token(by, { name: 'twin' }),
      await at.harness.token(by, { name: '' }),
    ]
    for (const { key } of twins) {
      await at.harness.call('POST', '/v1/chat/completions', {
        headers: { authorization: `Bearer sk-${key}` },
        body: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hi' }] },
      })
      expect((await get('/api/log/token', key)).json).toEqual({ success: true, message: '', data: [] })
    }
    for (const path of ['/api/log/token', '/api/usage/token']) {
      expect((await get(path, 'x'.repeat(48))).status).toBe(401)
      expect((await at.harness.call('GET', path, { cookie: at.admin.cookie })).status).toBe(401)
    }
  })
})
