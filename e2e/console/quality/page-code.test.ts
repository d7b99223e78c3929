import { expect, it } from 'bun:test'
import { ok, okWith } from '../acceptance/harness/replies.ts'
import { U10, channel, token } from '../acceptance/harness/fixtures.ts'
import { openStill } from '../acceptance/harness/still-clock.ts'
import { acceptance } from '../acceptance/harness/suite.ts'

const answers = {
  'GET /api/channel/': okWith({ data: [channel(5)], total: 1 }),
  'GET /api/token/': okWith({ data: [token(7)], total: 1 }),
  'GET /api/models': ok({}),
  'GET /api/channel/models': ok([]),
}

acceptance('The code of a page', (open) => {
  it('shows a page as soon as its code is there, without waiting for a timer', async () => {
    await using visit = await openStill(open, { user: U10, answers }, '/channel/add')
    await visit.id('field-base_url').waitFor()
    await visit.id('nav-token').click()
    await visit.id('search').waitFor()
  })

  it('fetches the code of an entry of the menu when it is pointed at', async () => {
    await using visit = await open({ user: U10, path: '/channel/add', answers })
    await visit.id('field-base_url').waitFor()
    const fetched = visit.page.waitForRequest((request) => /\/assets\/token-list-page-[^/]+\.js$/.test(request.url()))
    await visit.id('nav-token').hover()
    await fetched
    expect(visit.path).toBe('/channel/add')
  })
})
