import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ST_FULL, U1, U10, channel, token } from './harness/fixtures.ts'
import { held, ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const guarded = {
  'C-051': ['/channel'],
  'C-052': ['/token'],
  'C-053': ['/redemption'],
  'C-054': ['/user'],
  'C-055': ['/log'],
  'C-056': ['/setting'],
  'C-057': ['/topup'],
  'C-058': ['/channel/add', '/channel/edit/1'],
  'C-059': ['/token/add', '/token/edit/1'],
  'C-060': ['/redemption/add', '/redemption/edit/1'],
  'C-061': ['/user/add', '/user/edit', '/user/edit/2'],
}

acceptance('G03 routes and guard', (open) => {
  it.each(Object.entries(guarded))('%s leads a visitor to the sign-in page', async (_code, addresses) => {
    for (const path of addresses) {
      await using visit = await open({ path })
      await visit.arrives('/login')
    }
  })

  it('C-062 C-063 C-064 C-065 leaves visitors on the public pages', async () => {
    await using visit = await open()
    const pages = {
      '/': visit.page.getByRole('heading', { name: '一个地址，接入所有模型', exact: true }),
      '/about': visit.page.getByRole('heading', { name: '关于', exact: true }),
      '/register': visit.id('btn-register'),
      '/reset': visit.id('btn-reset'),
      '/user/reset?email=a@b.c&token=t': visit.id('btn-reset-confirm'),
    }
    for (const [path, sign] of Object.entries(pages)) {
      await visit.goto(path)
      await sign.waitFor()
      await visit.settle()
      expect(visit.address).toBe(path)
      expect(await sign.isVisible()).toBe(true)
      for (const [other, itsSign] of Object.entries(pages))
        if (other !== path) expect({ path, other, count: await itsSign.count() }).toEqual({ path, other, count: 0 })
    }
  })

  it('C-066 stays on the callback page while the call is pending', async () => {
    const waiting = held()
    await using visit = await open({ path: '/oauth/github?code=a&state=b', answers: { 'GET /api/oauth/github': () => waiting.reply } })
    await visit.api.called('GET /api/oauth/github')
    await visit.settle()
    expect(visit.path).toBe('/oauth/github')
  })

  it('C-067 asks the server for nothing behind the guard', async () => {
    await using visit = await open({ path: '/token' })
    await visit.arrives('/login')
    await visit.expectNoCall('GET /api/token/')
  })

  it('C-068 shows the tokens to who has signed in', async () => {
    await using visit = await open({ user: U1, path: '/token', answers: { 'GET /api/token/': ok([token(7)]) } })
    await visit.row(7).waitFor()
    expect(visit.path).toBe('/token')
  })

  it('C-069 C-070 says that a page does not exist and what to do', async () => {
    await using visit = await open({ user: U1 })
    for (const path of ['/no-such-page', '/token/unknown/extra']) {
      await visit.goto(path)
      const main = visit.page.locator('main')
      await main.getByText('页面不存在', { exact: true }).waitFor()
      await main.getByText('请检查浏览器地址是否正确。', { exact: true }).waitFor()
    }
  })

  it('C-071 shows one form for new and existing channels', async () => {
    await using visit = await open({ user: U10, path: '/channel/add', answers: { 'GET /api/channel/5': ok(channel(5)) } })
    await visit.id('field-models').waitFor()
    await visit.goto('/channel/edit/5')
    await visit.api.called('GET /api/channel/5')
    expect(await visit.id('field-name').inputValue()).toBe('channel 5')
    await visit.id('field-models').waitFor()
  })

  it('C-072 WB-05 frames the chat link, which cannot take the window nor learn where it is framed', async () => {
    await using visit = await open({ user: U1, path: '/chat', status: ST_FULL })
    const frame = visit.page.locator('iframe').first()
    await frame.waitFor()
    expect(await frame.getAttribute('src')).toStartWith('https://chat.example')
    expect(await frame.getAttribute('sandbox')).not.toContain('allow-top-navigation')
    expect(await frame.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  it('C-073 C-074 covers a slow page with its name and a spinner until it is there', async () => {
    await using visit = await open({ user: U1, path: '/about' })
    await visit.id('nav-token').waitFor()
    const { promise, resolve } = Promise.withResolvers<undefined>()
    await visit.page.route('**/assets/token-list-page*.js', async (route) => {
      await promise
      await route.continue()
    })
    await visit.id('nav-token').click()
    const placeholder = visit.id('page-loading')
    await placeholder.waitFor()
    expect(await placeholder.textContent()).toContain('正在加载令牌')
    expect(await placeholder.locator('[aria-hidden="true"]').count()).toBe(1)
    expect(await placeholder.getAttribute('aria-busy')).toBe('true')
    resolve(undefined)
    await placeholder.waitFor({ state: 'detached' })
    await visit.id('btn-create').waitFor()
  })

  it('C-075 C-076 says that the session has expired only when it has', async () => {
    await using visit = await open({ path: '/login?expired=true' })
    const words = '未登录或登录已过期，请重新登录'
    await visit.toast('error', words)
    // The toast goes after a while; the page itself goes on saying it.
    await visit.page.locator('main').getByText(words, { exact: true }).waitFor()
    await visit.goto('/login')
    await visit.id('field-username').waitFor()
    await visit.settle()
    expect(await visit.page.getByText(words).count()).toBe(0)
  })

  it('C-077 C-078 keeps the referral code and does not lose it', async () => {
    await using visit = await open({ path: '/register?aff=AB12' })
    expect(await eventually('the code is stored', async () => (await visit.stored('aff')) ?? undefined)).toBe('AB12')
    for (const path of ['/register', '/register?aff=']) {
      await visit.goto(path)
      await visit.id('btn-register').waitFor()
      await visit.settle()
      expect([path, await visit.stored('aff')]).toEqual([path, 'AB12'])
    }
  })
})
