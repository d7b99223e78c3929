import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const ENGLISH = { 'accept-language': 'en' }

const REPLY = {
  choices: [{ index: 0, message: { role: 'assistant', content: 'hello' }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 1000, completion_tokens: 0, total_tokens: 1000 },
}

let harness: ServerHarness
let ada: Member

beforeAll(async () => {
  harness = await openServerHarness({ upstream: () => Promise.resolve(Response.json(REPLY)) })
  ada = await harness.member(Role.user, 'ada')
})
afterAll(() => harness.close())

const call = (method: string, path: string, body?: object) =>
  harness.call(method, path, { cookie: ada.cookie, headers: ENGLISH, ...(body && { body }) })

const create = async (fields: object): Promise<number> => {
  const answer = await call('POST', '/api/token/', { name: 't', remain_quota: 10, expired_time: -1, ...fields })
  return Number((answer.json?.['data'] as { readonly id: number } | undefined)?.id)
}

const setStatus = async (id: number, status?: number): Promise<string> => {
  const { json } = await call('PUT', '/api/token/?status_only=true', { id, ...(status !== undefined && { status }) })
  return json?.['success'] === true ? `status ${(json['data'] as { readonly status: number }).status}` : String(json?.['message'])
}

describe('the switch of a token', () => {
  it('turns it off and on again while it has something left', async () => {
    const id = await create({})
    expect([await setStatus(id, 2), await setStatus(id, 1)]).toEqual(['status 2', 'status 1'])
  })

  it.each([
    [{ expired_time: 1 }, 'expired'],
    [{ remain_quota: 0 }, 'quota'],
  ])('of one that has run out, %j, turns it off and not on', async (fields, word) => {
    const id = await create(fields)
    expect(await setStatus(id, 2)).toBe('status 2')
    const refused = await setStatus(id, 1)
    expect(refused).not.toStartWith('status')
    expect(refused).toContain(word)
  })

  it('of one without a limit turns it on whatever is left', async () => {
    const id = await create({ remain_quota: 0, unlimited_quota: true })
    expect(await setStatus(id, 1)).toBe('status 1')
  })

  it('must be given, and of an own token', async () => {
    const id = await create({})
    expect(await setStatus(id)).toBe('Invalid parameter: status, must be 1 (on) or 2 (off)')
    expect(await setStatus(id + 1000, 1)).not.toStartWith('status')
  })
})

describe('a token that is sent back while it spends', () => {
  const recordOf = async (id: number) => (await call('GET', `/api/token/${id}`)).json?.['data'] as Readonly<Record<string, unknown>>
  const figures = async (id: number) => {
    const { remain_quota, used_quota, name } = await recordOf(id)
    return [remain_quota, used_quota, name]
  }

  /** 1000 tokens at $0.15 a million: 75 units. */
  const spend = async (key: unknown): Promise<void> => {
    const body = { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'hello' }] }
    const { status } = await harness.call('POST', '/v1/chat/completions', { headers: { authorization: `Bearer sk-${String(key)}` }, body })
    expect(status).toBe(200)
  }

  const read = async () => {
    const id = await create({ remain_quota: 100_000 })
    const record = await recordOf(id)
    await spend(record['key'])
    expect(await figures(id)).toEqual([99_925, 75, 't'])
    return { id, record }
  }

  beforeAll(async () => {
    const root = await harness.member(Role.root)
    const asRoot = (method: string, path: string, body: object) => harness.call(method, path, { cookie: root.cookie, body })
    const channel = await asRoot('POST', '/api/channel/', { name: 'c', type: 1, key: 'sk-a', models: 'gpt-4o-mini' })
    const credit = await asRoot('POST', '/api/user/manage', {
      id: ada.id,
      action: 'add_quota',
      mode: 'add',
      value: 1_000_000,
      reason: 'test',
    })
    expect([channel.json?.['success'], credit.json?.['success']]).toEqual([true, true])
  })

  it('keeps what it has left when something else was changed', async () => {
    const { id, record } = await read()
    await call('PUT', '/api/token/', { ...record, name: 'renamed' })
    expect(await figures(id)).toEqual([99_925, 75, 'renamed'])
  })

  it('does so too for a form that tells what it read, and nothing of what was used', async () => {
    const { id, record } = await read()
    const { used_quota: _untold, ...told } = record
    await call('PUT', '/api/token/', { ...told, name: 'renamed', remain_quota_read: record['remain_quota'] })
    expect(await figures(id)).toEqual([99_925, 75, 'renamed'])
  })

  it('keeps the limit that another has set since it was read', async () => {
    const { id, record } = await read()
    await call('PUT', '/api/token/', { ...record, remain_quota: 5000 })
    await spend(record['key'])
    await call('PUT', '/api/token/', { ...record, name: 'renamed' })
    expect(await figures(id)).toEqual([4925, 150, 'renamed'])
    const unlimited = await call('PUT', '/api/token/', { ...record, remain_quota: 0, unlimited_quota: true })
    expect(String(unlimited.json?.['message'])).toContain('renamed')
    expect(await recordOf(id)).toMatchObject({ remain_quota: 4925, unlimited_quota: false, limit_read: '4925 limited 1' })
  })

  it('is set to the one limit by either of two who read it, and to the other by neither', async () => {
    const { id, record } = await read()
    const change = (limit: number) => call('PUT', '/api/token/', { ...record, name: `limit ${limit}`, remain_quota: limit })
    const answers = await Promise.all([700, 800].map(change))
    const done = answers.map(({ json }) => json?.['success'])
    expect(done.toSorted()).toEqual([false, true])
    const limit = done[0] === true ? 700 : 800
    expect(await figures(id)).toEqual([limit, 75, `limit ${limit}`])
    const refused = String(answers[done[0] === true ? 1 : 0]?.json?.['message'])
    expect(refused).toContain(`limit ${limit}`)
    expect((await change(limit)).json?.['success']).toBe(true)
  })

  it('may spend from now on what its owner has changed it to', async () => {
    const { id, record } = await read()
    await call('PUT', '/api/token/', { ...record, remain_quota: 500 })
    expect(await figures(id)).toEqual([500, 75, 't'])
    await call('PUT', '/api/token/', { id, name: 't', remain_quota: 100_000 })
    expect(await figures(id)).toEqual([100_000, 75, 't'])
  })
})
