import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ST_FULL, ST_MIN, U1, U100, user } from './harness/fixtures.ts'
import { fail, held, ok, type Reply } from './harness/replies.ts'
import { acceptance, type Open } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit, VisitOptions } from './harness/visit.ts'

const WAYS = ['github', 'wechat', 'lark'] as const

const submit = async (visit: Visit, username: string, password: string) => {
  await visit.id('field-username').fill(username)
  await visit.id('field-password').fill(password)
  await visit.id('btn-login').click()
}

const signIn = async (open: Open, credentials: readonly [string, string], reply: Reply) => {
  const visit = await open({ path: '/login', answers: { 'POST /api/user/login': reply } })
  await submit(visit, ...credentials)
  return visit
}

const shownWays = async (visit: Visit) => {
  const shown: string[] = []
  for (const way of WAYS) if ((await visit.id(`btn-${way}`).count()) > 0) shown.push(way)
  return shown
}

const openWechat = async (open: Open, reply: Reply) => {
  const visit = await open({ path: '/login', status: ST_FULL, answers: { 'GET /api/oauth/wechat': reply } })
  await visit.id('btn-wechat').click()
  return visit
}

const chooseProvider = async (open: Open, name: string, state: Reply) => {
  const visit = await open({ path: '/login', status: ST_FULL, answers: { 'GET /api/oauth/state': state } })
  const popup = visit.context.waitForEvent('page')
  await visit.id(`btn-${name}`).click()
  await popup
  return visit
}

const openedPage = (visit: Visit) =>
  eventually('the page of the provider is opened', () =>
    visit.outside.map((address) => new URL(address)).find(({ search }) => search !== ''),
  )

acceptance('G07 login', (open) => {
  const atLogin = (options: VisitOptions = {}) => open({ path: '/login', ...options })

  it('C-125 C-126 has both fields, a button and the ways to the other pages', async () => {
    await using visit = await atLogin()
    await visit.id('field-username').waitFor()
    expect(await visit.id('field-password').getAttribute('type')).toBe('password')
    expect(await visit.id('btn-login').isVisible()).toBe(true)
    for (const path of ['/reset', '/register']) expect(await visit.page.locator(`main a[href="${path}"]`).count()).toBe(1)
  })

  it('C-127 offers no external sign-in that the status does not name', async () => {
    await using visit = await atLogin()
    await visit.id('btn-login').waitFor()
    await visit.settle()
    expect(await shownWays(visit)).toEqual([])
  })

  it('C-128 offers all external sign-ins', async () => {
    await using visit = await atLogin({ status: ST_FULL })
    await visit.id('btn-github').waitFor()
    expect(await shownWays(visit)).toEqual(['github', 'wechat', 'lark'])
  })

  it('C-129 offers WeChat alone', async () => {
    await using visit = await atLogin({ status: { ...ST_MIN, wechat_login: true } })
    await visit.id('btn-wechat').waitFor()
    expect(await shownWays(visit)).toEqual(['wechat'])
  })

  it('C-130 shows the buttons when a slow status arrives', async () => {
    const status = held()
    await using visit = await atLogin({ answers: { 'GET /api/status': () => status.reply } })
    await visit.id('btn-login').waitFor()
    expect(await shownWays(visit)).toEqual([])
    status.release(ok(ST_FULL))
    await visit.id('btn-github').waitFor()
  })

  it.each([
    ['C-131 without a username', '', 'password1'],
    ['C-132 without a password', 'alice', ''],
  ])('%s nothing is sent', async (_, username, password) => {
    await using visit = await signIn(open, [username, password], ok(U1))
    await visit.expectNoCall('POST /api/user/login')
  })

  it('C-133 C-134 C-135 C-136 sends the credentials, keeps the user and goes to the tokens', async () => {
    await using visit = await signIn(open, ['alice', 'password1'], ok(U1))
    await visit.toast('success', zh['login.done'])
    await visit.arrives('/token')
    expect((await visit.api.called('POST /api/user/login')).body).toEqual({ username: 'alice', password: 'password1' })
    expect(JSON.parse((await visit.stored('user')) ?? '')).toEqual(U1)
  })

  it('C-137 a refusal is shown and nobody is signed in', async () => {
    await using visit = await signIn(open, ['alice', 'wrong'], fail('bad credentials'))
    await visit.toast('error', 'bad credentials')
    expect([visit.path, await visit.stored('user')]).toEqual(['/login', null])
  })

  it('C-138 C-139 C-142 the default account is led to its password', async () => {
    await using visit = await signIn(open, ['root', '123456'], ok(U100))
    await visit.arrives('/user/edit')
    await visit.toast('warning', '请立刻修改默认密码！')
    expect(await visit.toasts().count()).toBe(1)
    expect(JSON.parse((await visit.stored('user')) ?? '')).toEqual(U100)
  })

  it('C-134 leads to the tokens with a password that was reset; a bar asks for another one until there is one', async () => {
    const reset = { ...U1, must_change_password: true as const }
    await using visit = await signIn(open, ['alice', 'given-password'], ok(reset))
    await visit.arrives('/token')
    const bar = visit.id('banner-password')
    await bar.getByText('当前密码是重置得到的，不只你一个人知道。请换成自己的新密码。').waitFor()
    await visit.page.reload()
    await bar.waitFor()
    visit.api.answer('GET /api/user/self', ok(user(2, U1)))
    visit.api.answer('PUT /api/user/self', ok())
    await bar.getByRole('link', { name: '修改密码' }).click()
    await visit.arrives('/user/edit')
    await visit.id('field-display_name').fill('Alice A')
    await visit.id('btn-save').click()
    await visit.api.called('PUT /api/user/self')
    await bar.waitFor()
    await visit.id('field-password').fill('a password of my own')
    await visit.id('btn-save').click()
    await bar.waitFor({ state: 'detached' })
    expect(JSON.parse((await visit.stored('user')) ?? '')).toEqual({ ...U1, display_name: 'Alice A' })
    expect(await visit.toasts('warning').count()).toBe(0)
  })

  it.each([
    ['C-140 root with another password', 'root', 'another-one'],
    ['C-141 alice with the default password', 'alice', '123456'],
  ])('%s goes to the tokens without a warning', async (_, username, password) => {
    await using visit = await signIn(open, [username, password], ok(username === 'root' ? U100 : U1))
    await visit.toast('success', zh['login.done'])
    await visit.arrives('/token')
    expect(await visit.toasts('warning').count()).toBe(0)
  })

  it('C-143 C-144 C-145 the WeChat dialog has the picture, the code field and says how long a code lives', async () => {
    await using visit = await openWechat(open, ok(U1))
    await visit.id('field-wechat_code').waitFor()
    expect(await visit.id('wechat-qrcode').getAttribute('src')).toBe('https://gw.example/qr.png')
    expect(await visit.page.getByRole('dialog').textContent()).toMatch(/3 ?分钟/)
  })

  it('C-146 C-147 a WeChat code signs in and leads home', async () => {
    await using visit = await openWechat(open, ok(U1))
    await visit.id('field-wechat_code').fill('1234')
    await visit.id('btn-wechat-confirm').click()
    expect((await visit.api.called('GET /api/oauth/wechat')).query).toEqual({ code: '1234' })
    await visit.arrives('/')
    expect(JSON.parse((await visit.stored('user')) ?? '')).toEqual(U1)
  })

  it('a WeChat code leads to the settings where a second factor must be set up first', async () => {
    await using visit = await openWechat(open, ok({ ...U1, second_factor: 'missing' }))
    await visit.id('field-wechat_code').fill('1234')
    await visit.id('btn-wechat-confirm').click()
    await visit.toast('warning', '管理员要求你的账号使用两步验证，请先绑定验证器应用或添加通行密钥。')
    await visit.arrives('/setting')
  })

  it('C-148 a refused WeChat code signs nobody in', async () => {
    await using visit = await openWechat(open, fail('expired'))
    await visit.id('field-wechat_code').fill('1234')
    await visit.id('btn-wechat-confirm').click()
    await visit.toast('error', 'expired')
    expect(await visit.stored('user')).toBeNull()
  })

  it('C-149 C-150 GitHub opens in a window with the state asked for before', async () => {
    await using visit = await chooseProvider(open, 'github', ok('st1'))
    const { hostname, searchParams } = await openedPage(visit)
    expect(visit.api.calls('GET /api/oauth/state')).toHaveLength(1)
    expect(hostname).toBe('github.com')
    expect(Object.fromEntries(searchParams)).toEqual({ client_id: 'gh1', state: 'st1', scope: 'user:email' })
  })

  it('C-151 Lark opens with its app, the state and the way back', async () => {
    await using visit = await chooseProvider(open, 'lark', ok('st1'))
    const { searchParams } = await openedPage(visit)
    expect([searchParams.get('app_id'), searchParams.get('state')]).toEqual(['lk1', 'st1'])
    expect(searchParams.get('redirect_uri')).toEndWith('/oauth/lark')
  })

  it('C-152 without a state no page of a provider is opened', async () => {
    await using visit = await chooseProvider(open, 'github', fail('no state'))
    await visit.toast('error', 'no state')
    await visit.settle()
    expect(visit.outside.filter((address) => address.includes('github.com'))).toEqual([])
  })

  it('C-153 the English text of an expired session is the product’s', async () => {
    await using visit = await open({ path: '/login?expired=true', storage: { 'ui.lang': 'en' } })
    const said = visit.page.locator('main').getByText(/not logged in or login expired, please log in again/i)
    await said.waitFor()
    expect(await said.count()).toBe(1)
  })

  it('is without complaints from the page', async () => {
    await using visit = await atLogin({ status: ST_FULL })
    await visit.id('btn-wechat').click()
    await visit.id('field-wechat_code').waitFor()
    expect([visit.errors, visit.complaints]).toEqual([[], []])
  })
})
