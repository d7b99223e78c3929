import { afterAll, beforeAll, describe, expect, it } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Role, UserStatus } from '@weir/contract/user'
import { cookieOf, openServerHarness, type Answer, type ServerHarness } from '../../testing/server-harness.ts'

const HOUR_MS = 3_600_000

/** Amid a second, since times in seconds are rounded. */
let now = 1_800_000_000_600
let harness: ServerHarness

beforeAll(async () => {
  harness = await openServerHarness({ clock: () => now, trustedProxies: ['10.0.0.0/8'] })
})

afterAll(() => harness.close())

const english = { 'accept-language': 'en' }

const signInAnswer = (username: string, password: string, options: Parameters<ServerHarness['call']>[2] = {}): Promise<Answer> =>
  harness.call('POST', '/api/user/login', { body: { username, password }, ...options, headers: { ...english, ...options.headers } })

const selfStatus = async (cookie: string): Promise<number> => (await harness.call('GET', '/api/user/self', { cookie })).status

describe('two installations on one host', () => {
  const valueOf = (cookie: string | undefined): string => (cookie ?? '').split(';', 1)[0] ?? ''
  const nameOf = (cookie: string | undefined): string => valueOf(cookie).split('=', 1)[0] ?? ''
  const console = { 'x-weir-console': '1' }

  it('keep their sessions apart, also where the other one has signed in or out since', async () => {
    // Of its own: a harness without one starts from a copy, which is the same installation.
    const folder = mkdtempSync(join(tmpdir(), 'weir-other-'))
    const other = await openServerHarness({ database: { dsn: '', sqlitePath: join(folder, 'weir.db') } })
    try {
      const here = await signInAnswer('root', '123456')
      const there = await other.call('POST', '/api/user/login', { body: { username: 'root', password: '123456' } })
      expect(nameOf(here.cookies[1])).not.toBe(nameOf(there.cookies[1]))
      // As a browser keeps them: of the shared name there is the last one alone.
      const jar = [here.cookies[1], there.cookies[0], there.cookies[1]].map(valueOf).join('; ')
      expect(await selfStatus(jar)).toBe(200)
      expect((await other.call('GET', '/api/user/self', { cookie: jar })).status).toBe(200)
      const out = await harness.call('GET', '/api/user/logout', { cookie: jar })
      expect(out.cookies.map(valueOf)).toEqual([`${nameOf(here.cookies[1])}=`])
      expect((await other.call('GET', '/api/user/self', { cookie: valueOf(there.cookies[0]) })).status).toBe(200)
      expect(await selfStatus(jar)).toBe(401)
    } finally {
      await other.close()
      rmSync(folder, { recursive: true })
    }
  })

  it('know who signed in before cookies had their names, and give the console the new one', async () => {
    const member = await harness.member(Role.user)
    const script = await harness.call('GET', '/api/user/self', { cookie: member.cookie })
    expect([script.status, script.cookies]).toEqual([200, []])
    const page = await harness.call('GET', '/api/user/self', { cookie: member.cookie, headers: console })
    expect(page.cookies.map(valueOf)).toEqual([member.cookie.replace('session', nameOf(page.cookies[0]))])
    expect(await selfStatus(`session=${'A'.repeat(43)}; ${valueOf(page.cookies[0])}`)).toBe(200)
    const again = { cookie: `${member.cookie}; ${valueOf(page.cookies[0])}`, headers: console }
    expect((await harness.call('GET', '/api/user/self', again)).cookies).toEqual([])
  })
})

describe('the session cookie', () => {
  it('AN-12 H-69 is out of reach of scripts and other sites, and lasts a week', async () => {
    const answer = await signInAnswer('root', '123456')
    expect(answer.cookies).toHaveLength(2)
    expect(answer.cookies[0]).toMatch(/^session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/)
    expect(answer.cookies[1]).toMatch(/^session-[0-9a-f]{8}=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict$/)
  })

  it('AN-12 is Secure and bound to the host behind a trusted proxy with TLS', async () => {
    const member = await harness.member(Role.user)
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const trusted = await signInAnswer(member.username, member.password, { headers, peer: '10.0.0.1' })
    const forged = await signInAnswer(member.username, member.password, { headers, peer: '192.0.2.1' })
    expect(trusted.cookies[0]).toMatch(/^__Host-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Strict; Secure$/)
    expect(forged.cookies[0]).toStartWith('session=')
  })

  it('AN-07 counts under TLS only with the name that no neighbour can give it', async () => {
    const member = await harness.member(Role.user)
    const headers = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' }
    const over = async (cookie: string) => (await harness.call('GET', '/api/user/self', { cookie, headers, peer: '10.0.0.1' })).status
    const secure = cookieOf(await signInAnswer(member.username, member.password, { headers, peer: '10.0.0.1' }))
    expect(secure).toStartWith('__Host-session=')
    expect(await over(secure)).toBe(200)
    expect(await over(secure.replace('__Host-', ''))).toBe(401)
    expect(await over(`${member.cookie}; ${secure}`)).toBe(200)
    expect([await selfStatus(member.cookie), await selfStatus(member.cookie.replace('session', '__Host-session'))]).toEqual([200, 401])
  })

  it('AN-06 is new with every sign-in, and the one before it is over', async () => {
    const member = await harness.member(Role.user)
    const second = await harness.signIn(member.username, member.password, { cookie: member.cookie })
    expect(second).not.toBe(member.cookie)
    expect([await selfStatus(member.cookie), await selfStatus(second)]).toEqual([401, 200])
  })

  it('AN-07 is never one that the caller chose', async () => {
    const member = await harness.member(Role.user)
    const planted = `session=${'A'.repeat(43)}`
    const cookie = await harness.signIn(member.username, member.password, { cookie: planted })
    expect(cookie).not.toBe(planted)
    expect(await selfStatus(planted)).toBe(401)
  })

  it('AN-08 ends on sign-out, here and not on other devices', async () => {
    const member = await harness.member(Role.user)
    const otherDevice = await harness.signIn(member.username, member.password)
    const answer = await harness.call('GET', '/api/user/logout', { cookie: member.cookie })
    expect(answer.json).toEqual({ success: true, message: '' })
    expect(answer.cookies[0]).toBe('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict')
    expect([await selfStatus(member.cookie), await selfStatus(otherDevice)]).toEqual([401, 200])
  })

  it('AN-13 ends after twelve idle hours, and after seven days however busy it is', async () => {
    const idle = await harness.member(Role.user)
    now += 13 * HOUR_MS
    expect(await selfStatus(idle.cookie)).toBe(401)
    const busy = await harness.member(Role.user)
    for (let hours = 0; hours < 7 * 24 - 6; hours += 6) {
      expect([hours, await selfStatus(busy.cookie)]).toEqual([hours, 200])
      now += 6 * HOUR_MS
    }
    now += 6 * HOUR_MS
    expect(await selfStatus(busy.cookie)).toBe(401)
  })
})

describe('a change of password', () => {
  it('ends every other session at once and keeps the one that made it', async () => {
    const member = await harness.member(Role.user)
    const otherDevice = await harness.signIn(member.username, member.password)
    const answer = await harness.call('PUT', '/api/user/self', { cookie: member.cookie, body: { password: 'a new long password' } })
    const kept = cookieOf(answer)
    expect(answer.json).toEqual({ success: true, message: '' })
    expect([await selfStatus(otherDevice), await selfStatus(member.cookie), await selfStatus(kept)]).toEqual([401, 401, 200])
    expect((await signInAnswer(member.username, member.password)).json?.['success']).toBe(false)
    expect((await signInAnswer(member.username, 'a new long password')).json?.['success']).toBe(true)
  })

  it('does not happen when the password is too short, and nothing ends', async () => {
    const member = await harness.member(Role.user)
    const answer = await harness.call('PUT', '/api/user/self', { cookie: member.cookie, body: { password: 'short' } })
    expect(answer.json?.['success']).toBe(false)
    expect(await selfStatus(member.cookie)).toBe(200)
    expect((await signInAnswer(member.username, member.password)).json?.['success']).toBe(true)
  })

  it('does not happen with an empty one; a change of the display name ends no session', async () => {
    const member = await harness.member(Role.user)
    await harness.call('PUT', '/api/user/self', { cookie: member.cookie, body: { display_name: 'Alice', password: '' } })
    const self = await harness.call('GET', '/api/user/self', { cookie: member.cookie })
    expect(self.json).toMatchObject({ data: { display_name: 'Alice' } })
  })
})

describe('a change of rights', () => {
  it('ends the sessions of the account at once', async () => {
    const admin = await harness.member(Role.admin)
    const banned = await harness.member(Role.user)
    await harness.store.users.setRole(admin.id, Role.user)
    await harness.store.users.setStatus(banned.id, UserStatus.disabled)
    expect([await selfStatus(admin.cookie), await selfStatus(banned.cookie)]).toEqual([401, 401])
    expect((await signInAnswer(banned.username, banned.password)).json).toEqual({
      success: false,
      message: 'Wrong username or password, or the account is banned',
    })
  })
})

describe('the system access token', () => {
  it('opens the management API, with and without Bearer, until it is replaced', async () => {
    const member = await harness.member(Role.user)
    const make = async () => String((await harness.call('GET', '/api/user/token', { cookie: member.cookie })).json?.['data'])
    const first = await make()
    for (const authorization of [first, `Bearer ${first}`, `bearer ${first}`]) {
      const answer = await harness.call('GET', '/api/user/self', { headers: { authorization } })
      expect(answer.json).toMatchObject({ success: true, data: { username: member.username, access_token: '' } })
    }
    await make()
    const stale = await harness.call('GET', '/api/user/self', { headers: { ...english, authorization: first } })
    expect(stale.status).toBe(401)
    expect(stale.json?.['message']).toStartWith('The system access token is not valid')
  })

  it('neither makes another one nor changes the password', async () => {
    const member = await harness.member(Role.user)
    const { json } = await harness.call('GET', '/api/user/token', { cookie: member.cookie })
    const headers = { authorization: String(json?.['data']) }
    const again = await harness.call('GET', '/api/user/token', { headers })
    const change = await harness.call('PUT', '/api/user/self', { headers, body: { password: 'taken over by a thief' } })
    expect([again.status, change.status]).toEqual([403, 403])
    expect((await signInAnswer(member.username, member.password)).json?.['success']).toBe(true)
  })

  it('is refused by the relay, and a relay token by the management API', async () => {
    const member = await harness.member(Role.user)
    const access = String((await harness.call('GET', '/api/user/token', { cookie: member.cookie })).json?.['data'])
    const { key } = await harness.token(member)
    const relay = await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer ${access}` } })
    const relayByCookie = await harness.call('GET', '/v1/models', { cookie: member.cookie })
    const right = await harness.call('GET', '/v1/models', { headers: { authorization: `Bearer sk-${key}` } })
    expect([relay.status, relayByCookie.status, right.status]).toEqual([401, 401, 200])
    for (const authorization of [`Bearer sk-${key}`, `Bearer ${key}`, key]) {
      expect((await harness.call('GET', '/api/user/self', { headers: { authorization } })).status).toBe(401)
    }
  })
})

describe('requests from another site', () => {
  const crossSite: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['cross-site', { 'sec-fetch-site': 'cross-site' }],
    ['same-site', { 'sec-fetch-site': 'same-site' }],
    ['foreign origin', { origin: 'https://evil.test' }],
    ['null origin', { origin: 'null' }],
    ['foreign page, by an old browser', { referer: 'https://evil.test/page' }],
    ['page to be opened', { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }],
    ['page to be opened from here', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
  ]

  it('are refused wherever something changes, before anything else happens', async () => {
    const member = await harness.member(Role.user)
    for (const [name, headers] of crossSite) {
      const answers = await Promise.all([
        harness.call('POST', '/api/token/', { cookie: member.cookie, headers, body: { name: 'planted' } }),
        harness.call('GET', '/api/user/logout', { cookie: member.cookie, headers }),
        harness.call('GET', '/api/user/token', { cookie: member.cookie, headers }),
        harness.call('POST', '/api/user/login', { headers, body: { username: member.username, password: member.password } }),
      ])
      expect([name, ...answers.map(({ status }) => status)]).toEqual([name, 403, 403, 403, 403])
      expect(answers.flatMap(({ cookies }) => cookies)).toEqual([])
    }
    expect(await selfStatus(member.cookie)).toBe(200)
    expect((await harness.call('GET', '/api/token/', { cookie: member.cookie })).json).toMatchObject({ data: [] })
  })

  it('are told from those of the console itself and of scripts', async () => {
    const member = await harness.member(Role.user)
    const own = [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'none' },
      { origin: 'http://weir.test' },
      { referer: 'http://weir.test/token' },
      {},
    ]
    for (const headers of own) {
      const answer = await harness.call('POST', '/api/token/', { cookie: member.cookie, headers, body: { name: 'mine' } })
      expect([headers, answer.json?.['success']]).toEqual([headers, true])
    }
  })

  it('may still read what anyone may read', async () => {
    expect((await harness.call('GET', '/api/status', { headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(200)
  })
})

describe('the default password', () => {
  const remote = 'The default password works only on the server itself.'

  it('signs in from loopback in every form', async () => {
    for (const peer of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1']) {
      expect([peer, (await signInAnswer('root', '123456', { peer })).json?.['success']]).toEqual([peer, true])
    }
  })

  it('is refused from any other address, with the way out', async () => {
    for (const peer of ['192.168.1.10', '203.0.113.9', '2001:db8::1', '']) {
      const answer = await signInAnswer('root', '123456', { peer })
      expect([peer, answer.status, answer.json?.['success']]).toEqual([peer, 200, false])
      expect(answer.json?.['message']).toStartWith(remote)
      expect(answer.json?.['message']).toContain('weir passwd root')
      expect(answer.cookies).toEqual([])
    }
  })

  it('is refused to a remote caller behind a trusted proxy, whatever the caller writes into the header', async () => {
    for (const forwarded of ['203.0.113.9', '127.0.0.1, 203.0.113.9', '203.0.113.9, 10.0.0.7']) {
      const answer = await signInAnswer('root', '123456', { peer: '10.0.0.1', headers: { 'x-forwarded-for': forwarded } })
      expect([forwarded, answer.json?.['success']]).toEqual([forwarded, false])
    }
    const forged = await signInAnswer('root', '123456', { peer: '203.0.113.9', headers: { 'x-forwarded-for': '127.0.0.1' } })
    expect(forged.json?.['success']).toBe(false)
  })

  it('AN-02 is refused to whoever comes through a proxy on this machine that nobody has named', async () => {
    now += HOUR_MS
    const headers = { 'x-forwarded-for': '203.0.113.9', 'x-real-ip': '127.0.0.1', forwarded: 'for=127.0.0.1', via: '1.1 proxy' }
    for (const [name, value] of Object.entries(headers)) {
      const answer = await signInAnswer('root', '123456', { peer: '127.0.0.1', headers: { [name]: value } })
      expect([name, answer.json?.['message']]).toEqual([name, expect.stringContaining(remote)])
    }
    now += HOUR_MS
  })

  it('says nothing about itself to a remote caller who does not know it', async () => {
    const answer = await signInAnswer('root', '1234567', { peer: '203.0.113.9' })
    expect(answer.json).toEqual({ success: false, message: 'Wrong username or password, or the account is banned' })
  })
})

describe('a wrong sign-in', () => {
  it('looks the same for an unknown name and a wrong password', async () => {
    const [unknown, wrong] = await Promise.all([signInAnswer('nobody', 'some password'), signInAnswer('root', 'some password')])
    expect([unknown.status, unknown.json, unknown.cookies]).toEqual([wrong.status, wrong.json, wrong.cookies])
  })
})
