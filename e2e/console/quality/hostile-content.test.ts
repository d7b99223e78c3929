import { expect, it } from 'bun:test'
import { ST_FULL, U100 } from '../acceptance/harness/fixtures.ts'
import { fail, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { answersNaming, atRest, innerScreens } from './screens.ts'

const SCRIPT = '<script>window.wasRun = 1</script><img src="/nothing" onerror="window.wasRun = 2">'
const TEXT = `${SCRIPT}<a href="javascript:window.wasRun=3">go</a><svg onload="window.wasRun=4"></svg><b id="kept">kept</b>`

const wasRun = (visit: Visit) => visit.page.evaluate<unknown>('window.wasRun')

/** What must never become part of the page, wherever it came from. */
const ACTIVE = `[...document.querySelectorAll('body script:not([src]):not([type]), script:not([src]):not([type]) ~ script:not([src]):not([type]), [onerror], [onload], [onclick], a[href^="javascript:"]')].map((found) => found.outerHTML)`

const expectHarmless = async (visit: Visit) => {
  expect(await visit.page.evaluate<readonly string[]>(ACTIVE)).toEqual([])
  expect(await wasRun(visit)).toBeUndefined()
  expect(visit.errors).toEqual([])
}

const hostileStatus = { ...ST_FULL, system_name: SCRIPT, footer_html: TEXT, chat_link: 'javascript:window.wasRun=5', logo: 'javascript:1' }

acceptance('IN-12 hostile content', (open) => {
  it.each(innerScreens.map(({ path }) => path))('%s shows names full of markup as text', async (path) => {
    await using visit = await open({ user: U100, path, answers: answersNaming(SCRIPT) })
    await atRest(visit)
    await expectHarmless(visit)
  })

  it.each([
    ['/token', 'cell-name'],
    ['/channel', 'cell-name'],
    ['/redemption', 'cell-name'],
    ['/log', 'cell-content'],
  ] as const)('%s shows them letter by letter', async (path, cell) => {
    await using visit = await open({ user: U100, path, answers: answersNaming(SCRIPT) })
    expect(await visit.row(3).getByTestId(cell).textContent()).toContain(SCRIPT)
  })

  it.each(['/', '/about', '/login'])('%s cleans the texts of the operator', async (path) => {
    const texts = { 'GET /api/notice': ok(TEXT), 'GET /api/about': ok(TEXT), 'GET /api/home_page_content': ok(TEXT) }
    await using visit = await open({ path, status: hostileStatus, answers: texts })
    await atRest(visit)
    await expectHarmless(visit)
  })

  it('the footer keeps what is harmless', async () => {
    await using visit = await open({ path: '/about', status: hostileStatus })
    await visit.id('footer').locator('#kept, b').first().waitFor()
    await expectHarmless(visit)
  })

  it('IN-15 no address of the console leads to another site', async () => {
    await using visit = await open({ answers: { 'POST /api/user/login': ok(U100), 'GET /api/oauth/github': ok(U100) } })
    const expectHere = async () => {
      await visit.settle()
      expect([new URL(visit.page.url()).origin, visit.outside]).toEqual([visit.origin, []])
      await expectHarmless(visit)
    }
    for (const path of ['//evil.test', '/\\evil.test/..', '/no/such?redirect=//evil.test#//evil.test']) {
      await visit.goto(path)
      await expectHere()
    }
    await visit.goto('/login?expired=//evil.test&redirect=https://evil.test&next=/\\evil.test&returnTo=javascript:window.wasRun=6')
    await visit.id('field-username').fill('root')
    await visit.id('field-password').fill('a password')
    await visit.id('btn-login').click()
    await visit.page.waitForURL(({ pathname }) => pathname !== '/login')
    await expectHere()
    await visit.goto('/oauth/github?code=c&state=https://evil.test&redirect_uri=https://evil.test')
    await visit.arrives('/')
    await expectHere()
  })

  it('an error message is shown as text', async () => {
    await using visit = await open({ user: U100, path: '/token', answers: { 'GET /api/token/': fail(SCRIPT) } })
    await visit.toast('error', SCRIPT)
    await expectHarmless(visit)
  })
})
