import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { Role } from '@weir/contract/user'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const ENGLISH = { 'accept-language': 'en' }

let harness: ServerHarness
let user: Member
let root: Member

beforeAll(async () => {
  harness = await openServerHarness()
  user = await harness.member(Role.user)
  root = await harness.member(Role.root)
})

afterAll(() => harness.close())

describe('AZ-15 methods that the contract does not name', () => {
  it('do nothing on any path, whoever calls', async () => {
    const token = await harness.token(user, { name: 'stays' })
    const paths = new Set(harness.routes.map(({ endpoint }) => endpoint.path.replace(':id', String(token.id))))
    const trail = () => harness.store.audit.list({ actorId: 0, action: '', startTime: 0, endTime: 0 }, { offset: 0, limit: 100 })
    const before = await trail()
    const served: string[] = []
    for (const path of paths) {
      for (const method of ['HEAD', 'OPTIONS', 'PATCH']) {
        const answer = await harness.call(method, path, { cookie: root.cookie })
        if (method !== 'HEAD' && answer.json?.['success'] !== false) served.push(`${method} ${path}`)
        if (method === 'HEAD' && answer.text !== '') served.push(`${method} ${path}`)
      }
    }
    expect(served).toEqual([])
    expect(await trail()).toEqual([...before])
    expect((await harness.call('GET', `/api/token/${token.id}`, { cookie: user.cookie })).json).toMatchObject({ data: { name: 'stays' } })
  })
})

describe('AZ-14 other spellings of a guarded path', () => {
  const spellings = [
    '//api//option/',
    '/api/./option/',
    '/api/user/..%2foption/',
    '/api/user/%2e%2e/option/',
    '/api%2foption/',
    '/api\\option/',
    '/api/option;x=1/',
    '/API/OPTION/',
    '/api/option./',
    '/api/option%00/',
    '/api/option/%20',
  ]

  it('open nothing to anybody who may not call it by its own name', async () => {
    for (const path of spellings) {
      for (const options of [{}, { cookie: user.cookie }]) {
        const answer = await harness.call('GET', path, options)
        expect([path, answer.json?.['success'], answer.json?.['data']]).not.toEqual([path, true, expect.anything()])
      }
    }
  })
})

describe('IN-02 bodies that are hard to take apart', () => {
  const bodies: Readonly<Record<string, string>> = {
    'arrays in arrays': '['.repeat(400_000) + ']'.repeat(400_000),
    'objects in objects': '{"a":'.repeat(150_000) + '1' + '}'.repeat(150_000),
    'many keys': `{${Array.from({ length: 60_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
    'one key many times': `{${'"username":"x",'.repeat(50_000)}"password":1}`,
    'one long text': JSON.stringify({ username: 'x'.repeat(1_000_000), password: 'y' }),
  }

  for (const [name, rawBody] of Object.entries(bodies)) {
    it(`are refused: ${name}`, async () => {
      expect(rawBody.length).toBeLessThan(1024 * 1024)
      const answer = await harness.call('POST', '/api/user/manage', { cookie: root.cookie, rawBody, headers: ENGLISH })
      expect([answer.status, answer.json?.['success']]).toEqual([200, false])
    })
  }
})

describe('IN-10 a credential or an id full of SQL', () => {
  const texts = [
    "' or 1=1 --",
    "'; drop table users; --",
    '1) or sleep(600)#',
    "x' union select password_hash from users --",
    '\\',
    '%',
    '"',
  ]

  it('names no account, says nothing of the database and takes no time', async () => {
    for (const text of texts) {
      for (const authorization of [text, `Bearer ${text}`, `Bearer sk-${text}`]) {
        for (const path of ['/api/user/self', '/v1/models', '/v1/dashboard/billing/subscription']) {
          const answer = await harness.call('GET', path, { headers: { authorization, 'x-request-id': text, 'x-oneapi-request-id': text } })
          expect([path, authorization, answer.status]).toEqual([path, authorization, 401])
          // The letters of a request's id are drawn by chance.
          const words = answer.text.replace(/\(request id: [^)]*\)/, '')
          expect(words).not.toMatch(/sql|syntax|sqlite|users|near/i)
          expect(answer.headers.get('x-request-id')).not.toBe(text)
        }
      }
    }
    expect((await harness.call('GET', '/api/user/self', { cookie: user.cookie })).status).toBe(200)
  })
})

describe('IN-23 a value given twice', () => {
  it('is read once, by the check and by the use alike', async () => {
    const own = await harness.store.logs.listOwn(user.id, {}, { offset: 0, limit: 1 })
    expect(own).toEqual([])
    await harness.store.logs.add({ userId: root.id, username: root.username, type: 3, content: 'of root' })
    const answer = await harness.call('GET', `/api/log/self/?user_id=${user.id}&user_id=${root.id}&username=${root.username}`, {
      cookie: user.cookie,
    })
    expect(answer.json?.['data']).toEqual([])
    const twice = `{"username":"${user.username}","action":"disable","action":"promote"}`
    const managed = await harness.call('POST', '/api/user/manage', { cookie: root.cookie, rawBody: twice })
    expect(managed.json).toMatchObject({ success: true, data: { role: Role.admin, status: 1 } })
    const [entry] = await harness.store.audit.list(
      { actorId: root.id, action: 'user.manage', startTime: 0, endTime: 0 },
      { offset: 0, limit: 1 },
    )
    expect(entry?.after).toContain('"action":"promote"')
    await harness.call('POST', '/api/user/manage', { cookie: root.cookie, body: { username: user.username, action: 'demote' } })
    user = { ...user, cookie: await harness.signIn(user.username, user.password) }
  })
})

describe('the limits of a token', () => {
  const create = (body: Readonly<Record<string, unknown>>) =>
    harness.call('POST', '/api/token/', { cookie: user.cookie, headers: ENGLISH, body: { name: 't', unlimited_quota: true, ...body } })

  it('IN-26 are subnets that can be read, and never everybody by accident', async () => {
    for (const subnet of ['nonsense', '10.0.0.0/33', '10.0.0.1-10.0.0.9', '*', '1.2.3', '16909060', '300.1.1.1', '::/129', ',,,x']) {
      expect([subnet, (await create({ subnet })).json?.['success']]).toEqual([subnet, false])
    }
    expect((await create({ subnet: '10.0.0.0/8,' })).json).toMatchObject({ data: { subnet: '10.0.0.0/8' } })
    expect((await create({ subnet: '1.2.3.4/32,'.repeat(10_000) })).json?.['success']).toBe(false)
    expect((await create({ subnet: ' 10.0.0.0/8 , 2001:db8::/32 ' })).json).toMatchObject({ data: { subnet: '10.0.0.0/8,2001:db8::/32' } })
  })

  it('IN-27 expire at a time that can be read, or never', async () => {
    for (const expired of [-2, 1e18, 'soon', 0.5, [], '1e3']) {
      expect([expired, (await create({ expired_time: expired })).json?.['success']]).toEqual([expired, false])
    }
    for (const [sent, kept] of [
      [0, -1],
      [-1, -1],
      [4_000_000_000, 4_000_000_000],
    ]) {
      expect((await create({ expired_time: sent })).json).toMatchObject({ success: true, data: { expired_time: kept } })
    }
  })

  it('IN-27 that lie in the past close it at the relay', async () => {
    const { key } = await harness.token(user, { expired_time: 1000 })
    const answer = await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${key}` } })
    expect(answer.status).toBe(401)
  })
})
