import { expect, it } from 'bun:test'
import type { Route } from 'playwright-core'
import { eventually } from '../../../tools/testing/eventually.ts'
import { PROBE, type Call } from '../acceptance/harness/fake-api.ts'
import { U100, token } from '../acceptance/harness/fixtures.ts'
import { fail, held, httpError, ok, type Reply } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import type { Visit } from '../acceptance/harness/visit.ts'
import { answersNaming, atRest, innerScreens, untilTrue } from './screens.ts'

const refusal = JSON.stringify({ success: false, message: 'not now' })

const faults: Readonly<Record<string, (route: Route) => Promise<void>>> = {
  '500': (route) => route.fulfill({ status: 500, body: refusal }),
  '429': (route) => route.fulfill({ status: 429, body: refusal }),
  '405': (route) => route.fulfill({ status: 405, body: '' }),
  'broken JSON': (route) => route.fulfill({ status: 200, contentType: 'application/json', body: '{"success":tr' }),
  'a page of a proxy': (route) => route.fulfill({ status: 200, contentType: 'text/html', body: '<html>gateway</html>' }),
  'no connection': (route) => route.abort('internetdisconnected'),
}

const LAST_FAULT = Object.keys(faults).at(-1)

const spared = ['/api/status', PROBE]
const isCall = ({ pathname }: URL) => pathname.startsWith('/api/') && !spared.includes(pathname)

const STANDING = `document.querySelector('[data-testid="state-crashed"]') === null && document.querySelector('[data-testid="nav-home"]') !== null`

const expectStanding = async (visit: Visit, fault: string) => {
  const isStanding = await visit.page.evaluate<boolean>(STANDING)
  expect({ fault, isStanding, errors: visit.errors }).toEqual({ fault, isStanding: true, errors: [] })
}

const NOWHERE = '/no/such/page'
/** Nothing is awaited any more, and what stands there is either the console or its last words. */
const AT_REST = `document.querySelector('[aria-busy="true"]') === null && document.querySelector('[data-testid="state-crashed"], [data-testid="nav-home"]') !== null`

/** Parts of a page that could not be loaded are each tried again by a button of their own. */
const RETRY_ALL = `document.querySelectorAll('[data-testid="btn-retry"]').forEach((button) => button.click())`
const ALL_LOADED = `document.querySelector('[data-testid="state-failed"]') === null`

/** As a link of the console does it: the page itself is not loaded again. */
const follow = async (visit: Visit, path: string) => {
  await visit.page.evaluate(`history.pushState({}, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`)
  await visit.settle()
  await untilTrue(visit, AT_REST)
}

acceptance('when the server fails', (open) => {
  it.each(innerScreens.map(({ path }) => path))('%s stands, and works again afterwards', async (path) => {
    await using visit = await open({ user: U100, path: NOWHERE, answers: answersNaming('app') })
    for (const [fault, answer] of Object.entries(faults)) {
      await visit.page.route(isCall, answer)
      await follow(visit, path)
      await expectStanding(visit, fault)
      await visit.page.unroute(isCall)
      if (fault !== LAST_FAULT) await follow(visit, NOWHERE)
    }
    await visit.page.evaluate(RETRY_ALL)
    await untilTrue(visit, ALL_LOADED)
    await visit.goto(path)
    await atRest(visit)
    await expectStanding(visit, 'none')
    expect(await visit.id('state-failed').count()).toBe(0)
  })

  it.each(Object.keys(faults))('a page that is loaded during "%s" stands', async (fault) => {
    await using visit = await open({ user: U100, path: NOWHERE, answers: answersNaming('app') })
    await visit.page.route(isCall, faults[fault] ?? (() => Promise.reject(new Error(`no fault ${fault}`))))
    await visit.goto('/channel')
    await atRest(visit)
    await expectStanding(visit, fault)
  })

  it.each(['/token', '/channel', '/log', '/user', '/redemption', '/dashboard', '/setting?tab=system'])(
    'a session that has ended leads from %s to the sign-in page, and says so once',
    async (path) => {
      await using visit = await open({ user: U100, path: NOWHERE, answers: answersNaming('app') })
      await visit.page.route(isCall, (route) => route.fulfill({ status: 401, body: refusal }))
      await visit.goto(path)
      await visit.arrives('/login?expired=true')
      await visit.toasts('error').first().waitFor()
      expect(await visit.toasts('error').count()).toBe(1)
      expect(visit.errors).toEqual([])
    },
  )
})

acceptance('what a page says when the server has failed', (open) => {
  it.each([
    ['/', 'GET /api/user/overview', '还没有可用的令牌'],
    ['/log?entry=9', 'GET /api/log/entry/9', '这条日志不存在或已被清理。'],
    ['/setting?tab=alerts', 'GET /api/alert/target/', '还没有接收方。'],
  ] as const)('%s says that it failed and can be asked again, and nothing that it does not know', async (path, name, untrue) => {
    const failing = { ...answersNaming('app'), [name]: httpError(500, 'broken') }
    await using visit = await open({ user: U100, path, answers: failing })
    await visit.id('state-failed').waitFor()
    expect(await visit.page.getByText(untrue).count()).toBe(0)
    const before = visit.api.calls(name).length
    await visit.id('btn-retry').click()
    await eventually('another call', () => (visit.api.calls(name).length > before ? true : undefined))
  })

  const personal = {
    mails: 'GET /api/user/self/mails',
    'second-factor': 'GET /api/user/factor',
    passkeys: 'GET /api/user/passkey',
    sessions: 'GET /api/user/session',
    'own-budgets': 'GET /api/budget/self',
  } as const
  const answering = (reply: Reply) => Object.fromEntries(Object.values(personal).map((name) => [name, reply]))

  it('every personal setting that failed says so in its place, and one more try brings all of them', async () => {
    const answers = answersNaming('app')
    await using visit = await open({ user: U100, path: '/setting', answers: { ...answers, ...answering(httpError(500, 'broken')) } })
    for (const section of Object.keys(personal)) await visit.id(`section-${section}`).getByText('加载失败', { exact: true }).waitFor()
    expect(await visit.toasts('error').count()).toBe(0)
    for (const name of Object.values(personal)) visit.api.answer(name, answers[name] ?? ok([]))
    await visit.id('section-sessions').getByRole('button', { name: '重试' }).click()
    await visit.id('btn-session-end-all').waitFor()
    await visit.id('switch-mails-balance').waitFor()
    await visit.id('btn-passkey-add').waitFor()
    await visit.page.locator('[data-testid="state-failed"]').first().waitFor({ state: 'detached' })
  })

  it('a personal setting that an older server does not know is left out', async () => {
    await using visit = await open({ user: U100, path: '/setting', answers: { ...answersNaming('app'), ...answering(httpError(404)) } })
    await visit.id('btn-delete-account').waitFor()
    await atRest(visit)
    for (const section of Object.keys(personal)) await visit.id(`section-${section}`).waitFor({ state: 'detached' })
    expect(await visit.id('state-failed').count()).toBe(0)
  })

  it.each([
    ['/setting?tab=operation', 'GET /api/budget/', 'section-budgets'],
    ['/setting?tab=alerts', 'GET /api/alert/rule/', 'section-alert-rules'],
    ['/setting?tab=alerts', 'GET /api/alert/', 'section-alerts'],
  ] as const)('%s says in its place that %s failed, and shows it after another try', async (path, name, section) => {
    const answers = answersNaming('app')
    await using visit = await open({ user: U100, path, answers: { ...answers, [name]: httpError(500, 'broken') } })
    await visit.id(section).getByText('加载失败', { exact: true }).waitFor()
    visit.api.answer(name, answers[name] ?? ok([]))
    await visit.id(section).getByRole('button', { name: '重试' }).click()
    await visit.id('state-failed').waitFor({ state: 'detached' })
    await visit.id(section).getByText('app').first().waitFor()
  })

  it('an entry of the audit trail that could not be read is not called missing', async () => {
    const entry = ({ query }: Call): Reply => (query['before_id'] === '10' ? httpError(500, 'broken') : ok([]))
    await using visit = await open({ user: U100, path: '/audit?entry=9', answers: { ...answersNaming('app'), 'GET /api/audit/': entry } })
    await visit.page.getByRole('dialog').getByText('加载失败', { exact: true }).waitFor()
    expect(await visit.id('state-gone').count()).toBe(0)
  })

  it.each(['channel', 'token', 'redemption', 'user'])('a form of a %s that is not there says so and leads to the list', async (area) => {
    const answers = { ...answersNaming('app'), [`GET /api/${area}/77`]: fail('没有 77 号') }
    await using visit = await open({ user: U100, path: `/${area}/edit/77`, answers })
    expect(await visit.id('state-refused').textContent()).toContain('没有 77 号')
    expect(await visit.id('btn-retry').count()).toBe(0)
    await visit.id('link-list').click()
    await visit.arrives(`/${area}`)
  })
})

acceptance('when answers are slow', (open) => {
  it.each([
    ['/token', 'GET /api/token/', 'row-3'],
    ['/channel', 'GET /api/channel/', 'row-3'],
    ['/log', 'GET /api/log/', 'row-3'],
    ['/user', 'GET /api/user/', 'row-3'],
    ['/redemption', 'GET /api/redemption/', 'row-3'],
    ['/dashboard', 'GET /api/dashboard', 'figure-requests'],
    ['/statistics', 'GET /api/statistics/', 'rank-3'],
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
