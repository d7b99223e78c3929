import { afterAll, beforeAll, describe, expect, it, spyOn } from 'bun:test'
import { hashPassword } from '../../accounts/passwords.ts'
import { cookieOf, openServerHarness, type CallOptions, type ServerHarness } from '../../testing/server-harness.ts'

let harness: ServerHarness
beforeAll(async () => {
  harness = await openServerHarness({ limits: { api: 0, web: 0, critical: 1000 } })
})
afterAll(() => harness.close())

const ENGLISH = { headers: { 'accept-language': 'en' } }

const login = (username: string, password: string, options: CallOptions = ENGLISH) =>
  harness.call('POST', '/api/user/login', { body: { username, password }, ...options })

const selfStatus = async (options: CallOptions) => (await harness.call('GET', '/api/user/self', options)).status

describe('signing in', () => {
  it('AN-03 is refused after ten failures from anywhere, for this account and for a while', async () => {
    const [target, other] = [await harness.member(1), await harness.member(1)]
    const answers = []
    for (let peer = 1; peer <= 14; peer++) answers.push(await login(target.username, 'wrong one', { ...ENGLISH, peer: `192.0.2.${peer}` }))
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(10).fill(200), 429, 429, 429, 429])
    const [refused] = answers.slice(-1)
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(800)
    expect(refused?.json).toEqual({ success: false, message: expect.stringMatching(/Too many requests, try again in \d+ seconds/) })
    expect((await login(target.username, target.password, { peer: '198.51.100.1' })).status).toBe(429)
    expect((await login(other.username, other.password)).status).toBe(200)
  })

  it('AN-05 says the same for an unknown name, a wrong password and a banned account, after the same work', async () => {
    const [member, banned] = [await harness.member(1), await harness.member(1)]
    for (const { id, password } of [member, banned]) await harness.store.users.setPassword(id, await hashPassword(password))
    await harness.store.users.setStatus(banned.id, 2)
    const verify = spyOn(Bun.password, 'verify')
    const costOf = (hash: unknown): string => /^\$argon2id\$v=\d+\$[^$]+/.exec(String(hash))?.[0] ?? ''
    const attempt = async (name: string, password: string) => {
      verify.mockClear()
      const { status, text, headers } = await login(name, password)
      return { status, text, length: headers.get('content-length'), hashed: verify.mock.calls.map(([, hash]) => costOf(hash)) }
    }
    try {
      await attempt('the first of all', 'makes the hash that nobody has')
      const wrong = await attempt(member.username, 'wrong one')
      expect(wrong.hashed).toEqual([expect.stringMatching(/m=19456,t=2/)])
      expect(await attempt(crypto.randomUUID(), 'wrong one')).toEqual(wrong)
      expect(await attempt(banned.username, banned.password)).toEqual(wrong)
      expect(await attempt(`${crypto.randomUUID()}@example.com`, 'wrong one')).toEqual(wrong)
    } finally {
      verify.mockRestore()
    }
  })

  it('is closed when the operator turns passwords off', async () => {
    const member = await harness.member(1)
    await harness.configure({ PasswordLoginEnabled: 'false' })
    expect((await login(member.username, member.password)).json).toEqual({
      success: false,
      message: 'The administrator has turned off sign-in with a password',
    })
    await harness.configure({ PasswordLoginEnabled: 'true' })
    expect((await login(member.username, member.password)).json?.['success']).toBe(true)
  })

  it('AN-24 takes an imported bcrypt hash once and keeps argon2id instead', async () => {
    const passwordHash = await Bun.password.hash('tide-gate 41 mills', { algorithm: 'bcrypt', cost: 4 })
    const id = await harness.store.users.create({ username: 'imported', passwordHash, displayName: 'Imported', role: 1 })
    const hashNow = async () => (await harness.store.users.findById(id))?.passwordHash ?? ''
    expect((await login('imported', 'wrong one')).json?.['success']).toBe(false)
    expect(await hashNow()).toBe(passwordHash)
    const first = await harness.signIn('imported', 'tide-gate 41 mills')
    const replaced = await hashNow()
    expect(replaced).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
    await harness.signIn('imported', 'tide-gate 41 mills')
    expect(await hashNow()).toBe(replaced)
    expect(await selfStatus({ cookie: first })).toBe(200)
  })

  it.each(['argon2id', 'bcrypt'] as const)(
    'AN-09 with a password of %s that is changed while it is checked opens nothing, and puts nothing back',
    async (algorithm) => {
      const old = 'tide-gate 41 mills'
      const passwordHash = await (algorithm === 'bcrypt' ? Bun.password.hash(old, { algorithm, cost: 4 }) : hashPassword(old))
      const username = `changed-${algorithm}`
      const id = await harness.store.users.create({ username, passwordHash, displayName: 'Changed', role: 1 })
      const changed = await hashPassword('another weir 77')
      const { users } = harness.store
      const findByName = users.findByName.bind(users)
      const found = spyOn(users, 'findByName').mockImplementationOnce(async (name) => {
        const account = await findByName(name)
        await users.setPassword(id, changed)
        return account
      })
      const answer = await login(username, old)
      found.mockRestore()
      expect(cookieOf(answer)).toContain('session')
      expect(await selfStatus({ cookie: cookieOf(answer) })).toBe(401)
      expect((await harness.store.users.findById(id))?.passwordHash).toBe(changed)
      expect(await selfStatus({ cookie: await harness.signIn(username, 'another weir 77') })).toBe(200)
    },
  )

  it('has no password at all for accounts of an external sign-in', async () => {
    await harness.store.users.create({ username: 'external', passwordHash: '', displayName: 'External', role: 1, githubId: '9' })
    expect((await login('external', ' ')).json?.['success']).toBe(false)
  })
})

describe('AN-12 the cookie of a visitor', () => {
  it('is as well kept as that of a session, and opens nothing', async () => {
    const plain = await harness.call('GET', '/api/oauth/state')
    expect(plain.cookies[0]).toMatch(/^visitor=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/)
    expect(await selfStatus({ cookie: cookieOf(plain).replace('visitor', 'session') })).toBe(401)
    const proxied = await openServerHarness({ trustedProxies: ['192.0.2.1'] })
    const behindTls = { 'x-forwarded-for': '198.51.100.1', 'x-forwarded-proto': 'https' }
    const secure = await proxied.call('GET', '/api/oauth/state', { headers: behindTls, peer: '192.0.2.1' })
    expect(secure.cookies[0]).toMatch(/^__Host-visitor=[\w-]{43}; Path=\/; .*; Secure$/)
    await proxied.close()
  })
})

describe('AN-26 credentials', () => {
  it('open their own door alone, in every form they may be written', async () => {
    const member = await harness.member(1)
    const system = String((await harness.call('GET', '/api/user/token', { cookie: member.cookie })).json?.['data'])
    const { key } = await harness.token(member)
    for (const form of [system, `Bearer ${system}`, `bearer ${system}`, `Bearer  ${system}`]) {
      expect(await selfStatus({ headers: { authorization: form } })).toBe(200)
      expect((await harness.call('GET', '/v1/models', { headers: { authorization: form } })).status).toBe(401)
    }
    for (const form of [`sk-${key}`, `Bearer sk-${key}`, `bearer sk-${key}`, `Bearer  sk-${key}`, key]) {
      expect((await harness.call('GET', '/v1/models', { headers: { authorization: form } })).status).toBe(200)
      expect(await selfStatus({ headers: { authorization: form } })).toBe(401)
    }
    expect((await harness.call('GET', `/v1/models?key=sk-${key}`)).status).toBe(401)
    expect((await harness.call('GET', `/api/user/self?key=${system}`)).status).toBe(401)
  })
})

describe('limits at the door', () => {
  it('do not count the files of a page, of which there are many', async () => {
    const limited = await openServerHarness({ limits: { api: 0, web: 2, critical: 20 } })
    const answers = await Promise.all(Array.from({ length: 50 }, () => limited.call('GET', '/assets/index.js')))
    expect(answers.map(({ status }) => status)).not.toContain(429)
    await limited.close()
  })

  it('answer 429 with the envelope and how long to wait, over the whole API and the console', async () => {
    const limited = await openServerHarness({ limits: { api: 3, web: 2, critical: 20 } })
    const statuses = async (path: string, peer: string, times: number) => {
      const answers = []
      for (let call = 0; call < times; call++) answers.push(await limited.call('GET', path, { peer, ...ENGLISH }))
      return answers
    }
    const api = await statuses('/api/status', '192.0.2.1', 4)
    expect(api.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(api[3]?.json).toEqual({ success: false, message: 'Too many requests, try again in 180 seconds' })
    expect(api[3]?.headers.get('retry-after')).toBe('180')
    expect((await statuses('/api/nothing', '192.0.2.1', 1))[0]?.status).toBe(429)
    expect((await statuses('/v1/dashboard/billing/usage', '192.0.2.1', 1))[0]?.status).toBe(429)
    expect((await statuses('/v1/models', '192.0.2.1', 1))[0]?.status).toBe(401)
    expect((await statuses('/login', '192.0.2.1', 3)).map(({ status }) => status)).toEqual([200, 200, 429])
    expect((await statuses('/api/status', '192.0.2.2', 1))[0]?.status).toBe(200)
    await limited.close()
  })

  it('H-63 are not escaped by writing another address into a header', async () => {
    const limited = await openServerHarness({ limits: { api: 1, web: 0, critical: 0 } })
    const answers = []
    for (let call = 1; call <= 3; call++) {
      answers.push(
        await limited.call('GET', '/api/status', { headers: { 'x-forwarded-for': `203.0.113.${call}`, 'x-real-ip': `203.0.113.${call}` } }),
      )
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 429, 429])
    await limited.close()
  })
})
