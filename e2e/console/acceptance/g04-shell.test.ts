import { expect, it } from 'bun:test'
import { ST_FULL, ST_MIN, U1, U10, U100 } from './harness/fixtures.ts'
import { ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

/** The dashboard is an addition of ours after the log; the product's own list is what remains. */
const entries = async (visit: Visit) => {
  await visit.id('nav-home').waitFor()
  const names = await visit.page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('nav [data-testid^="nav-"]')].map((entry) => entry.dataset.testid.replace('nav-', ''))`,
  )
  return names.filter((name) => name !== 'dashboard')
}
const all = ['home', 'channel', 'token', 'redemption', 'topup', 'user', 'log', 'setting', 'about']

acceptance('G04 shell', (open) => {
  it('C-079 C-083 C-084 has the entries in order, each with its address', async () => {
    await using visit = await open({ user: U100, path: '/about' })
    expect(await entries(visit)).toEqual(all)
    const hrefs = await Promise.all(all.map((name) => visit.page.locator('nav').getByTestId(`nav-${name}`).getAttribute('href')))
    expect(hrefs).toEqual(['/', '/channel', '/token', '/redemption', '/topup', '/user', '/log', '/setting', '/about'])
  })

  it('C-080 C-084 puts chat second when there is a link', async () => {
    await using visit = await open({ user: U100, path: '/about', status: ST_FULL })
    await visit.id('nav-chat').waitFor()
    expect(await entries(visit)).toEqual(['home', 'chat', ...all.slice(1)])
    expect(await visit.id('nav-chat').getAttribute('href')).toBe('/chat')
  })

  it('C-081 C-082 hides what only admins see', async () => {
    await using alice = await open({ user: U1, path: '/about' })
    expect(await entries(alice)).toEqual(['home', 'token', 'topup', 'log', 'setting', 'about'])
    await using bob = await open({ user: U10, path: '/about' })
    expect(await entries(bob)).toEqual(all)
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
    await visit.page.locator('[data-testid="footer"] #cf').filter({ hasText: 'foot' }).waitFor()
    expect(await visit.id('footer').getByText('MIT').count()).toBe(0)
    visit.api.answer('GET /api/status', ok(ST_MIN))
    await visit.page.reload()
    await visit.id('footer').getByText('MIT').waitFor()
    const links = await visit.page.evaluate<readonly string[]>(
      `[...document.querySelectorAll('[data-testid="footer"] a')].map((a) => a.href)`,
    )
    expect(links[0]).toContain('github.com')
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
})
