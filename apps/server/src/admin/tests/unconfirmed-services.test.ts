import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'bun:test'
import type { OptionKey } from '@weir/contract/options/option'
import { serverStatus } from '@weir/contract/status'
import { z } from 'zod'
import { Browser } from '../../testing/browser.ts'
import { openFakeWechat } from '../../testing/sign-in/identity-services.ts'
import { openJsonService } from '../../testing/json-service.ts'
import { openServerHarness, type Member, type ServerHarness } from '../../testing/server-harness.ts'

const USERS_ONLY = 'serves ordinary users only until the super admin saves its settings'
const refusal = (words: string) => ({ success: false, message: expect.stringContaining(words) })
const ENGLISH = { 'accept-language': 'en' }

let harness: ServerHarness
let root: Member
let admin: Member
let subject = ''

/** Answers with any subject it likes, as a server under an admin's control can. */
const evil = openJsonService(({ path }) => {
  if (path === '/token') return { access_token: 'x' }
  return path === '/me' ? { sub: subject } : undefined
})
const wechat = openFakeWechat(() => Date.now())

const save = async (member: Member, options: Partial<Record<OptionKey, string>>): Promise<void> => {
  for (const [key, value] of Object.entries(options)) {
    const answer = await harness.call('PUT', '/api/option/', { cookie: member.cookie, body: { key, value }, headers: ENGLISH })
    expect([key, answer.json]).toEqual([key, { success: true, message: '' }])
  }
}

const oidc = (over: Partial<Record<OptionKey, string>> = {}) => ({
  ServerAddress: 'https://weir.example',
  OidcClientId: 'weir',
  OidcClientSecret: 'the real secret',
  OidcAuthorizationEndpoint: 'https://id.example/auth',
  OidcTokenEndpoint: `${evil.url}/token`,
  OidcUserinfoEndpoint: `${evil.url}/me`,
  OidcEnabled: 'true',
  ...over,
})

/** What the console does after the provider has sent the browser back. */
const comeBack = async (sub: string, browser = new Browser(harness)) => {
  subject = sub
  return await browser.comeBack('oidc', 'any code')
}

const bound = async (role: number, sub = crypto.randomUUID()): Promise<Member & { readonly sub: string }> => {
  const member = await harness.member(role)
  await harness.store.users.updateProfile(member.id, { oidcId: sub })
  return { ...member, sub }
}

beforeAll(async () => {
  harness = await openServerHarness()
  root = await harness.member(100)
  admin = await harness.member(10)
})

beforeEach(() => save(root, { ...oidc(), PasswordLoginEnabled: 'true' }))

afterAll(async () => {
  await harness.close()
  await evil.close()
  await wechat.close()
})

describe('S1 a sign-in provider that an admin saved last', () => {
  it('lets nobody in as root or as another admin, and still serves ordinary users', async () => {
    const [victim, other, user] = [await bound(100), await bound(10), await bound(1)]
    await save(root, oidc({ OidcTokenEndpoint: 'https://id.example/token', OidcUserinfoEndpoint: 'https://id.example/me' }))
    await save(admin, { OidcTokenEndpoint: `${evil.url}/token`, OidcUserinfoEndpoint: `${evil.url}/me` })
    for (const { sub } of [victim, other]) {
      const answer = await comeBack(sub)
      expect(answer.json).toEqual(refusal(USERS_ONLY))
      expect(answer.cookies.join()).not.toContain('session=')
    }
    expect((await comeBack(user.sub)).json).toMatchObject({ success: true, data: { id: user.id } })
  })

  it('lets admins in again once root has saved every option that an admin had changed', async () => {
    const victim = await bound(10)
    await save(admin, { OidcTokenEndpoint: `${evil.url}/token?2`, OidcAuthorizationEndpoint: 'https://id.example/login' })
    await save(root, { OidcTokenEndpoint: `${evil.url}/token` })
    expect((await comeBack(victim.sub)).json).toEqual(refusal(USERS_ONLY))
    await save(root, { OidcAuthorizationEndpoint: 'https://id.example/auth' })
    expect((await comeBack(victim.sub)).json).toMatchObject({ success: true, data: { id: victim.id } })
  })

  it.each([
    ['OidcEnabled', 'false'],
    ['OidcClientId', 'another client'],
    ['OidcClientSecret', 'another secret'],
    ['OidcAuthorizationEndpoint', 'https://evil.example/auth'],
    ['OidcUserinfoEndpoint', 'https://evil.example/me'],
    ['ServerAddress', 'https://evil.example'],
  ] as const)('is the same after a change of %s alone', async (key, value) => {
    const victim = await bound(10)
    await save(admin, { [key]: value })
    await save(admin, oidc({ OidcClientSecret: 'x' }))
    expect((await comeBack(victim.sub)).json).toEqual(refusal(USERS_ONLY))
  })

  it('stays confirmed when an admin saves the value that is there', async () => {
    const victim = await bound(10)
    const { OidcClientSecret: _, ...plain } = oidc()
    await save(admin, plain)
    expect((await comeBack(victim.sub)).json?.['success']).toBe(true)
  })

  it('binds nothing to an admin and is not even asked', async () => {
    const victim = await harness.member(10)
    await save(admin, { OidcTokenEndpoint: `${evil.url}/token?bind` })
    const before = evil.calls.length
    expect((await comeBack('sub of the attacker', new Browser(harness, victim.cookie))).json).toEqual(refusal(USERS_ONLY))
    expect(evil.calls.length).toBe(before)
    expect((await harness.store.users.findById(victim.id))?.user.oidc_id).toBe('')
  })

  it('gives no hold on accounts that are promoted later, even when root has saved the provider by then', async () => {
    const member = await harness.member(1)
    await save(admin, { OidcTokenEndpoint: `${evil.url}/token?early` })
    const sub = crypto.randomUUID()
    expect((await comeBack(sub, new Browser(harness, member.cookie))).json).toEqual({ success: true, message: 'bind' })
    const newcomer = crypto.randomUUID()
    const created = (await comeBack(newcomer)).json?.['data'] as { readonly id: number; readonly username: string }
    for (const username of [member.username, created.username]) {
      const body = { username, action: 'promote' }
      expect((await harness.call('POST', '/api/user/manage', { cookie: root.cookie, body })).json?.['success']).toBe(true)
    }
    for (const one of [sub, newcomer]) expect((await comeBack(one)).json).toEqual(refusal(USERS_ONLY))
    await save(root, oidc())
    for (const one of [sub, newcomer]) expect((await comeBack(one)).json).toEqual(refusal('bind it again'))
    const cookie = await harness.signIn(member.username, member.password)
    expect((await comeBack(sub, new Browser(harness, cookie))).json).toEqual({ success: true, message: 'bind' })
    expect((await comeBack(sub)).json).toMatchObject({ success: true, data: { id: member.id } })
  })

  it('is WeChat as well: with its address, its token and the picture that people scan', async () => {
    await save(root, { WeChatServerAddress: wechat.url, WeChatServerToken: 'wechat token', WeChatAuthEnabled: 'true' })
    const victim = await harness.member(100)
    await harness.store.users.updateProfile(victim.id, { wechatId: 'wx-root' })
    const enter = () => {
      wechat.codes.set('1', { id: 'wx-root', until: Date.now() + 60_000 })
      return new Browser(harness).get('/api/oauth/wechat?code=1')
    }
    expect((await enter()).json?.['success']).toBe(true)
    await save(admin, { WeChatAccountQRCodeImageURL: 'https://evil.example/qr.png' })
    expect((await enter()).json).toEqual(refusal(USERS_ONLY))
  })

  it('GitHub and Lark are limited in the same way', async () => {
    const admins = await harness.member(10)
    await save(root, { GitHubClientId: 'a', GitHubClientSecret: 'b', GitHubOAuthEnabled: 'true', LarkClientId: 'c', LarkClientSecret: 'd' })
    await save(admin, { GitHubClientId: 'app of the admin', LarkClientId: 'app of the admin' })
    for (const provider of ['github', 'lark'] as const) {
      expect((await new Browser(harness, admins.cookie).comeBack(provider, 'x')).json).toEqual(refusal(USERS_ONLY))
    }
  })
})

describe('the way in of admins', () => {
  const signIn = async ({ username, password }: Member) =>
    (await harness.call('POST', '/api/user/login', { body: { username, password }, headers: ENGLISH })).json

  it('by password stays open to them when an admin closes it', async () => {
    const user = await harness.member(1)
    await save(admin, { PasswordLoginEnabled: 'false' })
    expect(await signIn(user)).toEqual(refusal('turned off sign-in with a password'))
    expect(await signIn({ ...root, password: 'wrong' })).toEqual(refusal('turned off sign-in with a password'))
    for (const member of [root, admin]) expect(await signIn(member)).toMatchObject({ success: true })
  })

  it('by password closes when root closes it, while a provider that root saved is open', async () => {
    await save(root, { PasswordLoginEnabled: 'false', WeChatAuthEnabled: 'false', GitHubOAuthEnabled: 'false' })
    await save(root, { LarkClientId: '' })
    expect(await signIn(root)).toEqual(refusal('turned off sign-in with a password'))
    await save(admin, { OidcClientId: 'not what root saved' })
    expect(await signIn(root)).toMatchObject({ success: true })
  })
})

describe('a stored secret', () => {
  const sentSecret = () => new URLSearchParams(evil.calls.findLast(({ path }) => path === '/token')?.body).get('client_secret')

  it('is not sent to an address that was changed after it was entered', async () => {
    await save(admin, { OidcTokenEndpoint: `${evil.url}/token?stolen` })
    await comeBack(crypto.randomUUID())
    expect(sentSecret()).toBe('')
    await save(admin, { OidcClientSecret: 'entered again' })
    await comeBack(crypto.randomUUID())
    expect(sentSecret()).toBe('entered again')
  })

  it('is kept when the same account saves secret and address, in either order', async () => {
    const address = { OidcTokenEndpoint: `${evil.url}/token?a` }
    await save(admin, { OidcClientSecret: 'first', ...address })
    await comeBack(crypto.randomUUID())
    expect(sentSecret()).toBe('first')
    await save(root, { OidcTokenEndpoint: `${evil.url}/token?b`, OidcClientSecret: 'second' })
    await comeBack(crypto.randomUUID())
    expect(sentSecret()).toBe('second')
  })

  it('is named in the state of the options, with what root has not confirmed', async () => {
    const state = async () => (await harness.call('GET', '/api/option/state', { cookie: admin.cookie })).json?.['data']
    await save(root, { SMTPToken: 'mail secret', SMTPServer: 'mail.example' })
    await save(admin, { SMTPServer: 'mail.evil.example' })
    expect(await state()).toMatchObject({
      unconfirmed: expect.arrayContaining(['SMTPServer']),
      withheld: expect.arrayContaining(['SMTPToken']),
    })
    await save(root, { SMTPServer: 'mail.example', SMTPToken: 'mail secret' })
    expect(JSON.stringify(await state())).not.toContain('SMTP')
  })
})

describe('S1 external ids', () => {
  it('of accounts of the same rank or above are not shown to an admin', async () => {
    const [above, same, below] = [await bound(100), await bound(10), await bound(1)]
    const idsSeenBy = async (viewer: Member): Promise<readonly unknown[]> => {
      const ids: unknown[] = []
      for (const { username } of [above, same, below]) {
        const found = await harness.call('GET', `/api/user/search?keyword=${username}`, { cookie: viewer.cookie })
        const [user] = z.array(z.object({ oidc_id: z.string() })).parse(found.json?.['data'])
        ids.push(user?.oidc_id)
      }
      return ids
    }
    expect(await idsSeenBy(admin)).toEqual(['', '', below.sub])
    expect(await idsSeenBy(same)).toEqual(['', same.sub, below.sub])
    expect(await idsSeenBy(root)).toEqual([above.sub, same.sub, below.sub])
    const list = await harness.call('GET', '/api/user/?p=0', { cookie: admin.cookie })
    for (const { sub } of [above, same]) expect(list.text).not.toContain(sub)
    const own = await harness.call('GET', `/api/user/${same.id}`, { cookie: same.cookie })
    expect(own.json?.['data']).toMatchObject({ oidc_id: same.sub })
  })
})

describe('addresses that keys are sent to', () => {
  it('are told to admins only when root has saved them', async () => {
    await save(root, { ChatLink: 'https://chat.example' })
    await save(admin, { ChatLink: 'https://evil.example', ServerAddress: 'https://evil.example' })
    const addresses = async (cookie?: string) => {
      const { json } = await harness.call('GET', '/api/status', cookie === undefined ? {} : { cookie })
      const { chat_link, server_address } = serverStatus.parse(json?.['data'])
      return [chat_link, server_address]
    }
    const user = await harness.member(1)
    expect(await addresses(user.cookie)).toEqual(['https://evil.example', 'https://evil.example'])
    for (const { cookie } of [root, admin]) expect(await addresses(cookie)).toEqual(['', 'http://localhost:3000'])
    await save(root, { ChatLink: 'https://evil.example', ServerAddress: 'https://evil.example' })
    expect(await addresses(root.cookie)).toEqual(['https://evil.example', 'https://evil.example'])
  })
})
