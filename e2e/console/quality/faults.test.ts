import { expect, it } from 'bun:test'
import type { Route } from 'playwright-core'
import { U100, token } from '../acceptance/harness/fixtures.ts'
import { held, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { answersNaming, atRest, innerScreens } from './screens.ts'

const refusal = JSON.stringify({ success: false, message: 'not now' })

const faults: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  '500': (route) => route.fulfill({ status: 500, body: refusal }),
  '429': (route) => route.fulfill({ status: 429, body: refusal }),
  '405': (route) => route.fulfill({ status: 405, body: '' }),
  'broken JSON': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":tr' }),
  'a page of a proxy': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<html>gateway</html>' }),
  'no connection': (route) => route.abort('internetdisconnected'),
}

/** Seven loads of one screen. */
const ROUNDS_MS = 120_000

const isCall = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== '/api/status'

const STANDING = `document.querySelector('[data-testid="state-crashed"]') === null && document.querySelector('[data-testid="nav-home"]') !== null`

const expectStanding = async (visit: Visit, fault: string) => {
  const isStanding = await visit.page.evaluate<boolean>(STANDING)
  expect({ fault, isStanding, errors: visit.errors }).toEqual({ fault, isStanding: true, errors: [] })
}

acceptance('when the server fails', (open) => {
  it.each(innerScreens.map(({ path }) => path))(
    '%s stands, and works again afterwards',
    async (path) => {
      await using visit = await open({ user: U100, path: '/no/such/page', answers: answersNaming('app') })
      for (const [fault, answer] of Object.entries(faults)) {
        await visit.page.route(isCall, answer)
        await visit.goto(path)
        await atRest(visit)
        await expectStanding(visit, fault)
        await visit.page.unroute(isCall)
      }
      const retry = visit.id('btn-retry').first()
      if (await retry.isVisible()) {
        await retry.click()
        await visit.id('state-failed').first().waitFor({ state: 'detached' })
      }
      await visit.goto(path)
      await atRest(visit)
      await expectStanding(visit, 'none')
      expect(await visit.id('state-failed').count()).toBe(0)
    },
    ROUNDS_MS,
  )

  it.each(['/token', '/channel', '/log', '/user', '/redemption', '/dashboard', '/setting?tab=system'])(
    'a session that has ended leads from %s to the sign-in page, and says so once',
    async (path) => {
      await using visit = await open({ user: U100, path: '/no/such/page', answers: answersNaming('app') })
      await visit.page.route(isCall, (route) => route.fulfill({ status: 401, body: refusal }))
      await visit.goto(path)
      await visit.arrives('/login?expired=true')
      await visit.toasts('error').first().waitFor()
      expect(await visit.toasts('error').count()).toBe(1)
      expect(visit.errors).toEqual([])
    },
  )
})

acceptance('when answers are slow', (open) => {
  it.each([
    ['/token', 'GET /api/token/', 'row-3'],
    ['/channel', 'GET /api/channel/', 'row-3'],
    ['/log', 'GET /api/log/', 'row-3'],
    ['/user', 'GET /api/user/', 'row-3'],
    ['/redemption', 'GET /api/redemption/', 'row-3'],
    ['/dashboard', 'GET /api/dashboard', 'figure-requests'],
  ] as const)('%s shows its frame while it waits and leaves the menu alone', async (path, call, sign) => {
    const answers = answersNaming('app')
    const { reply, release } = held()
    await using visit = await open({ user: U100, path, answers: { ...answers, [call]: () => reply } })
    await visit.api.called(call)
    await visit.page.locator('main [aria-busy="true"]').first().waitFor()
    await visit.id('nav-about').click()
    await visit.arrives('/about')
    await visit.page.goBack()
    const answer = answers[call]
    if (answer === undefined || typeof answer === 'function') throw new Error(`${call} has no plain answer`)
    release(answer)
    await visit.id(sign).first().waitFor()
    expect([...visit.errors, ...visit.complaints]).toEqual([])
  })

  it('an answer that comes too late does not replace the newer one', async () => {
    const { reply, release } = held()
    const search = 'GET /api/token/search'
    const rowFor = (keyword: string) => ok([token(keyword === 'new' ? 8 : 9, { name: keyword })])
    await using visit = await open({
      user: U100,
      path: '/token',
      answers: { ...answersNaming('app'), [search]: ({ query }) => (query['keyword'] === 'old' ? reply : rowFor(query['keyword'] ?? '')) },
    })
    await visit.row(3).waitFor()
    await visit.id('search').fill('old')
    await visit.page.keyboard.press('Enter')
    await visit.api.called(search)
    await visit.id('search').fill('new')
    await visit.page.keyboard.press('Enter')
    await visit.row(8).waitFor()
    release(rowFor('old'))
    await visit.settle()
    expect(await visit.rowIds()).toEqual([8])
  })
})
