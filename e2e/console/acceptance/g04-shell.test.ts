import { expect, it } from 'bun:test'
import type { Route } from 'playwright-core'
import { ST_FULL, ST_MIN, U1, U10, U100 } from './harness/fixtures.ts'
import { ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

interface Entry {
  readonly text: string
  readonly href: string
}

/** What is painted, from the top to the bottom, whatever its order in the document is. */
const ENTRIES = `[...document.querySelectorAll('nav a')]
  .filter((entry) => entry.checkVisibility())
  .map((entry) => ({ text: entry.innerText.trim(), href: entry.getAttribute('href'), top: entry.getBoundingClientRect().top }))
  .sort((one, other) => one.top - other.top)
  .map(({ text, href }) => ({ text, href }))`

const entries = async (visit: Visit) => {
  await visit.id('nav-home').waitFor()
  return await visit.page.evaluate<readonly Entry[]>(ENTRIES)
}

const entry = (text: string, href: string): Entry => ({ text, href })
const HOME = entry('首页', '/')
/** Additions of ours: the playground before the channels, the prices after the tokens, the dashboard, the statistics and the audit trail after the log. */
const PRICES = entry('模型与价格', '/pricing')
const DASHBOARD = entry('仪表盘', '/dashboard')
const STATISTICS = entry('统计', '/statistics')
const REST = [
  entry('操练场', '/playground'),
  entry('渠道', '/channel'),
  entry('令牌', '/token'),
  PRICES,
  entry('兑换码', '/redemption'),
  entry('充值', '/topup'),
  entry('用户', '/user'),
  entry('日志', '/log'),
  DASHBOARD,
  STATISTICS,
  entry('操作记录', '/audit'),
  entry('设置', '/setting'),
  entry('关于', '/about'),
]
const ADMINS = ['/channel', '/redemption', '/user', '/audit']
const ROOTS = ['/audit']

acceptance('G04 shell', (open) => {
  it('C-079 C-083 C-084 has the entries in order, each with its address', async () => {
    await using visit = await open({ user: U100, path: '/about' })
    expect(await entries(visit)).toEqual([HOME, ...REST])
  })

  it('C-080 C-084 puts chat second when there is a link', async () => {
    await using visit = await open({ user: U100, path: '/about', status: ST_FULL })
    await visit.id('nav-chat').waitFor()
    expect(await entries(visit)).toEqual([HOME, entry('聊天', '/chat'), ...REST])
  })

  it('C-081 C-082 hides what only admins see', async () => {
    await using alice = await open({ user: U1, path: '/about' })
    expect(await entries(alice)).toEqual([HOME, ...REST.filter(({ href }) => !ADMINS.includes(href))])
    await using bob = await open({ user: U10, path: '/about' })
    expect(await entries(bob)).toEqual([HOME, ...REST.filter(({ href }) => !ROOTS.includes(href))])
  })

  it('C-085 offers visitors to sign in and to register', async () => {
    await using visit = await open({ path: '/about' })
    await visit.id('nav-register').click()
    await visit.arrives('/register')
    await visit.goto('/about')
    await visit.id('nav-login').click()
    await visit.arrives('/login')
  })

  it('C-086 C-087 C-088 C-089 C-090 shows who is signed in and signs them out', async () => {
    await using visit = await open({ user: U1, path: '/token' })
    expect(await visit.id('nav-user').textContent()).toContain('alice')
    expect([await visit.id('nav-login').count(), await visit.id('nav-register').count()]).toEqual([0, 0])
    await visit.id('nav-user').click()
    await visit.id('nav-logout').click()
    await visit.api.called('GET /api/user/logout')
    await visit.arrives('/login')
    expect(await visit.stored('user')).toBeNull()
    await visit.goto('/token')
    await visit.arrives('/login')
  })

  it('C-091 C-092 shows the footer of the operator or its own', async () => {
    await using visit = await open({ path: '/about', status: ST_FULL })
    const own = visit.page.locator('[data-testid="footer"] b#cf')
    await own.waitFor()
    expect([await own.textContent(), await visit.id('footer').textContent()]).toEqual(['foot', 'foot'])
    expect(await visit.id('footer').locator('a').count()).toBe(0)
    visit.api.answer('GET /api/status', ok(ST_MIN))
    await visit.page.reload()
    await visit.id('footer').getByText('MIT 许可证', { exact: true }).waitFor()
    expect(await visit.id('footer').textContent()).toBe('基于开源项目 Weir 构建 · MIT 许可证')
    const links = await visit.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('[data-testid="footer"] a')].map((a) => a.href)`,
    )
    expect(links[0]).toBe('https://github.com/weir-gateway/weir')
    expect(await visit.page.locator('#cf').count()).toBe(0)
  })

  it('C-091 paints the footer with the styles that are safe, and nothing over the page', async () => {
    const footer_html = '<p id="cf" class="mine ant-modal-mask" style="color: rgb(1, 2, 3); position: fixed; inset: 0">foot</p>'
    await using visit = await open({ path: '/about', status: { ...ST_FULL, footer_html } })
    const own = visit.page.locator('#cf')
    await own.waitFor()
    const painted = await visit.page.evaluate<readonly string[]>(
      `[document.querySelector('#cf')].flatMap((p) => [getComputedStyle(p).color, getComputedStyle(p).position, p.className])`,
    )
    expect(painted).toEqual(['rgb(1, 2, 3)', 'static', 'mine'])
  })

  it('C-093 shows the logo of the status', async () => {
    await using visit = await open({ path: '/about', status: ST_FULL })
    await visit.page.locator('[data-testid="logo"][src$="/x.png"]').first().waitFor()
  })

  it('shows the mark of the product where that picture cannot be had', async () => {
    await using visit = await open({ path: '/about', status: ST_FULL })
    await visit.page.locator('[data-testid="logo"][data-broken="true"]').first().waitFor()
  })

  it('lists the keys from the navigation, too', async () => {
    await using visit = await open({ user: U1, path: '/token' })
    await visit.id('btn-shortcuts').click()
    await visit.page.getByRole('dialog').getByText(zh['keys.search']).waitFor()
  })

  it('C-094 asks for the status once per page load', async () => {
    await using visit = await open({ user: U1, path: '/about' })
    await visit.id('nav-token').click()
    await visit.id('nav-home').click()
    await visit.settle()
    expect(visit.api.calls('GET /api/status')).toHaveLength(1)
  })

  it('C-095 shows a new chat link after the next load', async () => {
    await using visit = await open({ user: U1, path: '/about' })
    await visit.id('nav-token').waitFor()
    expect(await visit.id('nav-chat').count()).toBe(0)
    visit.api.answer('GET /api/status', ok(ST_FULL))
    await visit.page.reload()
    await visit.id('nav-chat').waitFor()
  })

  it('leads to the own statements from the menu of the user', async () => {
    await using visit = await open({ user: U1, path: '/about' })
    await visit.id('nav-user').click()
    await visit.id('nav-statement').click()
    await visit.arrives('/statement')
  })

  it('shows the title of the new page at once, while the page itself is still on its way', async () => {
    await using visit = await open({ user: U100, path: '/about' })
    const heading = visit.page.getByRole('heading', { level: 1 })
    await heading.filter({ hasText: '关于' }).waitFor()
    const asked = Promise.withResolvers<Route>()
    await visit.page.route('**/assets/statistics-page-*.js', (route) => asked.resolve(route))
    await visit.id('nav-statistics').click()
    const held = await asked.promise
    await heading.filter({ hasText: '统计' }).waitFor()
    expect(await visit.page.title()).toStartWith('统计 · ')
    const period = visit.id('field-period')
    expect(await period.count()).toBe(0)
    await held.continue()
    await period.waitFor()
  })
})
