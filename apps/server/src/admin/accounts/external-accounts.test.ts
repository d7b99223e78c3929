import { afterAll, beforeAll, beforeEach, describe, expect, it, spyOn } from 'bun:test'
import { Browser } from '../../testing/browser.ts'
import { openFakeGithub, openFakeLark, openFakeWechat } from '../../testing/sign-in/identity-services.ts'
import { cookieOf, openServerHarness, type ServerHarness } from '../../testing/server-harness.ts'

/** Amid a second, since times in seconds are rounded. */
let now = 1_800_000_000_600
const github = openFakeGithub()
const lark = openFakeLark()
const wechat = openFakeWechat(() => now)
let harness: ServerHarness

beforeAll(async () => {
  harness = await openServerHarness({
    clock: () => now,
    addresses: { githubBase: github.url, githubApi: github.url, larkBase: lark.url, larkPassport: lark.url },
  })
})

beforeEach(() =>
  harness.configure({
    RegisterEnabled: 'true',
    ServerAddress: 'https://weir.example',
    GitHubOAuthEnabled: 'true',
    GitHubClientId: 'github id',
    GitHubClientSecret: 'github secret',
    LarkClientId: 'lark id',
    LarkClientSecret: 'lark secret',
    WeChatAuthEnabled: 'true',
    WeChatServerAddress: `${wechat.url}/`,
    WeChatServerToken: 'wechat token',
    QuotaForNewUser: '0',
  }),
)

afterAll(async () => {
  await harness.close()
  for (const service of [github, lark, wechat]) await service.close()
})

const ENGLISH = { 'accept-language': 'en' }
const newBrowser = () => new Browser(harness)
const signedIn = (cookie: string) => new Browser(harness, cookie)

const BAD_STATE = { success: false, message: expect.stringContaining('did not start in this browser') }
const refusal = (words: string) => ({ success: false, message: expect.stringContaining(words) })

describe('signing in with GitHub', () => {
  it('makes an account once and finds it again by the number, whatever the person is called by then', async () => {
    await harness.configure({ QuotaForNewUser: '700' })
    const person = github.person({ login: 'jane', name: 'Jane', email: 'jane@example.com' })
    const first = await newBrowser().comeBack('github', github.codeFor(person))
    expect(first.json).toMatchObject({ success: true, data: { username: `github_${person.id}`, display_name: 'Jane', role: 1, status: 1 } })
    expect(first.cookies.join()).toContain('session=')
    const account = await harness.store.users.findByExternalId('github', String(person.id))
    expect(account?.user).toMatchObject({ github_id: String(person.id), email: 'jane@example.com', quota: 700 })
    person.login = 'renamed'
    const browser = newBrowser()
    const again = await browser.comeBack('github', github.codeFor(person))
    expect(again.json).toMatchObject({ data: { id: account?.user.id } })
    expect(await browser.self()).toMatchObject({ id: account?.user.id })
  })

  it('H-68 is not fooled by a person who takes over the login name of somebody else', async () => {
    const owner = github.person({ login: 'famous' })
    const first = await newBrowser().comeBack('github', github.codeFor(owner))
    owner.login = 'retired'
    const taker = github.person({ login: 'famous' })
    const second = await newBrowser().comeBack('github', github.codeFor(taker))
    expect(second.json?.['data']).not.toEqual(first.json?.['data'])
  })

  it('H-68 refuses a code that is unknown or used, and makes no account for it', async () => {
    const before = (await harness.store.users.list({ offset: 0, limit: 100 })).length
    const code = github.codeFor(github.person({ login: 'once' }))
    expect((await newBrowser().comeBack('github', 'made up')).json).toEqual(refusal('did not confirm who you are'))
    await newBrowser().comeBack('github', code)
    expect((await newBrowser().comeBack('github', code)).json).toEqual(refusal('did not confirm who you are'))
    expect((await harness.store.users.list({ offset: 0, limit: 100 })).length).toBe(before + 1)
  })

  it('makes one account when the same person comes through two windows at once', async () => {
    const person = github.person({ login: 'twice' })
    const answers = await Promise.all([1, 2, 3].map(() => newBrowser().comeBack('github', github.codeFor(person))))
    const ids = new Set(answers.map(({ json }) => JSON.stringify(json?.['data'])))
    expect(ids.size).toBe(1)
    expect(answers.every(({ json }) => json?.['success'] === true)).toBe(true)
  })

  it('H-37 finds a free name when the wanted one is taken', async () => {
    const person = github.person({ login: 'unlucky' })
    await harness.member(1, `github_${person.id}`)
    const answer = await newBrowser().comeBack('github', github.codeFor(person))
    expect(answer.json).toMatchObject({ success: true, data: { username: expect.stringMatching(/^github_[0-9a-z]{8}$/) } })
  })

  it('is refused when it is off, when registration is closed, and to banned accounts', async () => {
    const person = github.person({ login: 'late' })
    await harness.configure({ RegisterEnabled: 'false' })
    expect((await newBrowser().comeBack('github', github.codeFor(person))).json).toEqual(refusal('closed registration'))
    await harness.configure({ RegisterEnabled: 'true' })
    await newBrowser().comeBack('github', github.codeFor(person))
    await harness.configure({ RegisterEnabled: 'false' })
    expect((await newBrowser().comeBack('github', github.codeFor(person))).json?.['success']).toBe(true)
    const account = await harness.store.users.findByExternalId('github', String(person.id))
    await harness.store.users.setStatus(account?.user.id ?? 0, 2)
    expect((await newBrowser().comeBack('github', github.codeFor(person))).json).toEqual(refusal('banned or deleted'))
    await harness.configure({ GitHubOAuthEnabled: 'false' })
    expect((await newBrowser().comeBack('github', github.codeFor(person))).json).toEqual(refusal('not turned on'))
  })

  it('AN-20 takes over a verified address that is free, and never an account with it', async () => {
    const owner = await harness.member(1)
    await harness.store.users.updateProfile(owner.id, { email: 'owner@example.com' })
    const people = [
      { verified: true, email: 'owner@example.com', expected: '' },
      { verified: false, email: 'unproven@example.com', expected: '' },
      { verified: true, email: 'Free@Example.com', expected: 'free@example.com' },
    ]
    for (const { expected, ...fields } of people) {
      const person = github.person({ login: crypto.randomUUID(), ...fields })
      await newBrowser().comeBack('github', github.codeFor(person))
      const account = await harness.store.users.findByExternalId('github', String(person.id))
      expect(account?.user.id).not.toBe(owner.id)
      expect(account?.user.email).toBe(expected)
    }
  })
})

describe('AN-18 the state of a sign-in', () => {
  it('C-646 C-647 is long, always another one, and needed', async () => {
    const browser = newBrowser()
    const [one, two] = [await browser.state(), await browser.state()]
    expect(one).toMatch(/^[\w-]{43}$/)
    expect(one).not.toBe(two)
    const code = github.codeFor(github.person({ login: 'stateless' }))
    for (const state of ['', 'made-up']) {
      const answer = await browser.comeBack('github', code, state)
      expect(answer.status).toBe(403)
      expect(answer.json).toEqual(BAD_STATE)
      expect(answer.cookies.join()).not.toContain('session=')
    }
    expect(github.calls.some(({ body }) => body.includes(code))).toBe(false)
  })

  it('works once, in its own browser, for ten minutes', async () => {
    const person = github.person({ login: 'careful' })
    const [victim, attacker] = [newBrowser(), newBrowser()]
    const stolen = await attacker.state()
    expect((await victim.comeBack('github', github.codeFor(person), stolen)).status).toBe(403)
    await victim.state()
    expect((await victim.comeBack('github', github.codeFor(person), stolen)).status).toBe(403)
    const own = await victim.state()
    expect((await victim.comeBack('github', github.codeFor(person), own)).status).toBe(200)
    await victim.get('/api/user/logout')
    expect((await victim.comeBack('github', github.codeFor(person), own)).status).toBe(403)
    const late = await victim.state()
    now += 600_000
    expect((await victim.comeBack('github', github.codeFor(person), late)).status).toBe(403)
  })

  it('of one provider is worthless with another', async () => {
    const browser = newBrowser()
    const state = await browser.state('lark')
    expect((await browser.comeBack('github', github.codeFor(github.person({ login: 'mixed' })), state)).status).toBe(403)
    expect((await browser.comeBack('lark', lark.codeFor({ open_id: 'ou_mixed', name: 'Mixed' }), state)).status).toBe(200)
  })

  it('begun as a sign-in does not bind, and begun as a binding does not sign in', async () => {
    const member = await harness.member(1)
    const anonymous = newBrowser()
    const asVisitor = await anonymous.state()
    const visitor = (await anonymous.get('/api/oauth/state')).cookies[0] ?? ''
    const code = () => github.codeFor(github.person({ login: crypto.randomUUID() }))
    const both = `${member.cookie}; ${visitor.split(';', 1)[0] ?? ''}`
    const path = (state: string) => `/api/oauth/github?code=${code()}&state=${state}`
    expect((await harness.call('GET', path(asVisitor), { cookie: both })).status).toBe(403)
    const asMember = await harness.call('GET', '/api/oauth/state', { cookie: both })
    const bindState = String(asMember.json?.['data'])
    expect((await harness.call('GET', path(bindState), { cookie: cookieOf(asMember) })).status).toBe(403)
    expect((await harness.store.users.findById(member.id))?.user.github_id).toBe('')
  })

  it('may be used again when the provider could not be reached, and only then', async () => {
    const browser = newBrowser()
    const state = await browser.state()
    const code = github.codeFor(github.person({ login: 'patient' }))
    github.isDown = true
    expect((await browser.comeBack('github', code, state)).json).toEqual(refusal('could not be reached'))
    github.isDown = false
    expect((await browser.comeBack('github', code, state)).json?.['success']).toBe(true)
    expect((await browser.comeBack('github', code, state)).status).toBe(403)
  })

  it('is refused to a page of another site', async () => {
    const answer = await harness.call('GET', '/api/oauth/state', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(answer.status).toBe(403)
    expect(answer.cookies).toEqual([])
  })
})

/** What was written down about a kind of change, newest first. */
const traces = async (action: string): Promise<readonly string[]> => {
  const any = { actorId: 0, startTime: 0, endTime: 0 }
  return (await harness.store.audit.list({ ...any, action }, { offset: 0, limit: 10 })).map(({ object }) => object)
}

describe('binding', () => {
  it('says "bind", keeps the session and refuses what another account has', async () => {
    const [one, two] = [await harness.member(1), await harness.member(1)]
    const person = github.person({ login: 'bound' })
    const first = await signedIn(one.cookie).comeBack('github', github.codeFor(person))
    expect(first.json).toEqual({ success: true, message: 'bind' })
    expect((await harness.store.users.findById(one.id))?.user.github_id).toBe(String(person.id))
    expect((await signedIn(two.cookie).comeBack('github', github.codeFor(person))).json).toEqual(refusal('bound to another user'))
    expect((await signedIn(one.cookie).comeBack('github', github.codeFor(person))).json).toEqual({ success: true, message: 'bind' })
    const entered = await newBrowser().comeBack('github', github.codeFor(person))
    expect(entered.json).toMatchObject({ data: { id: one.id, username: one.username } })
    expect(await traces('self.bind-github')).toEqual([`user ${one.id}`, `user ${one.id}`])
  })

  it('AN-09 binds nothing where the password is changed while the provider is asked', async () => {
    const member = await harness.member(1)
    const { users } = harness.store
    const findByExternalId = users.findByExternalId.bind(users)
    const finding = spyOn(users, 'findByExternalId').mockImplementationOnce(async (...given) => {
      await users.setPassword(member.id, 'changed meanwhile')
      return await findByExternalId(...given)
    })
    const bound = await signedIn(member.cookie).comeBack('github', github.codeFor(github.person({ login: 'thief' })))
    finding.mockRestore()
    expect(bound.status).toBe(401)
    expect((await users.findById(member.id))?.user.github_id).toBe('')
  })
})

describe('signing in with Lark', () => {
  it('sends the address it must come back to and finds the person by an id that stays', async () => {
    const person = { open_id: 'ou_1', union_id: 'on_1', name: '小明' }
    const first = await newBrowser().comeBack('lark', lark.codeFor(person))
    expect(first.json).toMatchObject({ success: true, data: { display_name: '小明', username: expect.stringMatching(/^lark_/) } })
    const again = await newBrowser().comeBack('lark', lark.codeFor({ ...person, union_id: '' }))
    expect(again.json?.['data']).toEqual(first.json?.['data'])
  })

  it('H-68 is closed until it is set up, and refuses whoever has no id', async () => {
    expect((await newBrowser().comeBack('lark', lark.codeFor({ open_id: '', name: 'Nobody' }))).json).toEqual(refusal('did not confirm'))
    for (const blank of [{ open_id: '  ' }, { open_id: '', union_id: 'ou_1' }, { open_id: '\t', union_id: 'ou_1' }])
      expect((await newBrowser().comeBack('lark', lark.codeFor({ ...blank, name: 'Nobody' }))).json).toEqual(refusal('did not confirm'))
    expect((await newBrowser().comeBack('lark', 'made up')).json).toEqual(refusal('did not confirm'))
    await harness.configure({ LarkClientSecret: '' })
    expect((await newBrowser().comeBack('lark', lark.codeFor({ open_id: 'ou_2', name: 'X' }))).json).toEqual(refusal('not turned on'))
  })
})

describe('AN-21 signing in with WeChat', () => {
  const enter = (code: string) => newBrowser().get(`/api/oauth/wechat?${new URLSearchParams({ code }).toString()}`)

  it('asks the WeChat server with one parameter, whatever the code contains', async () => {
    for (const code of ['a&token=b', 'a#b', 'a\r\nx-evil: 1', 'a?code=b', '../admin']) {
      wechat.codes.set(code, { id: `wx-${code.length}`, until: now + 180_000 })
      expect((await enter(code)).json?.['success']).toBe(true)
      const call = wechat.calls.at(-1)
      expect([...(call?.query ?? [])]).toEqual([['code', code]])
      expect(call?.path).toBe('/api/wechat/user')
    }
    expect((await enter('x'.repeat(10_000))).json).toEqual(refusal('code'))
  })

  it('refuses codes that are unknown, used or older than three minutes', async () => {
    wechat.codes.set('123456', { id: 'wx-person', until: now + 180_000 })
    wechat.codes.set('654321', { id: 'wx-late', until: now + 180_000 })
    expect((await enter('123456')).json).toMatchObject({ success: true, data: { username: expect.stringMatching(/^wechat_/) } })
    expect((await enter('123456')).json).toEqual(refusal('did not confirm'))
    now += 181_000
    expect((await enter('654321')).json).toEqual(refusal('did not confirm'))
    await harness.configure({ WeChatAuthEnabled: 'false' })
    expect((await enter('x')).json).toEqual(refusal('not turned on'))
  })

  it('binds an account that is signed in, once', async () => {
    const [one, two] = [await harness.member(1), await harness.member(1)]
    const bind = (cookie: string, code: string) => harness.call('GET', `/api/oauth/wechat/bind?code=${code}`, { cookie, headers: ENGLISH })
    for (const code of ['111', '222']) wechat.codes.set(code, { id: 'wx-bound', until: now + 180_000 })
    expect((await bind(one.cookie, '111')).json).toEqual({ success: true, message: '' })
    expect((await bind(two.cookie, '222')).json).toEqual(refusal('bound to another user'))
    expect((await harness.call('GET', '/api/oauth/wechat/bind?code=1')).status).toBe(401)
    expect((await harness.store.users.findById(one.id))?.user.wechat_id).toBe('wx-bound')
    expect(await traces('self.bind-wechat')).toEqual([`user ${one.id}`])
  })
})
