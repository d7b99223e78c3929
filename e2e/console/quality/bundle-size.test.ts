import { expect, it } from 'bun:test'
import { acceptance } from '../acceptance/harness/suite.ts'
import { WATCH_SHIFT } from '../../harness/browser.ts'
import { ST_MIN, U1, U100, channel, overview, token } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { setupLeft } from './account-answers.ts'
import { atRest } from './screens.ts'

const KB = 1024
const MOST_KB = 250

const firstAnswers = {
  'GET /api/token/': ok([token(1)]),
  'GET /api/channel/': ok([channel(1)]),
  'GET /api/user/overview': ok(overview({ tokens: [token(1)], models: ['gpt-4o'], setup: setupLeft })),
}

acceptance('the first page', (open) => {
  it(`brings at most ${MOST_KB} KB of script to /login, compressed`, async () => {
    await using visit = await open()
    const scripts = new Map<string, number>()
    visit.page.on('response', (response) => {
      if (!response.url().endsWith('.js')) return
      void response.body().then((body) => scripts.set(response.url(), Bun.gzipSync(new Uint8Array(body), { level: 9 }).byteLength))
    })
    await visit.goto('/login')
    await visit.id('btn-login').waitFor()
    await atRest(visit)
    const kilobytes = [...scripts.values()].reduce((sum, size) => sum + size, 0) / KB
    expect(scripts.size).toBeGreaterThan(1)
    expect(kilobytes).toBeLessThanOrEqual(MOST_KB)
  })

  it.each([
    { path: '/login', sign: 'btn-login', lang: 'zh' },
    { path: '/', user: U100, sign: 'btn-setup-address', lang: 'zh' },
    { path: '/', user: U100, sign: 'btn-setup-address', lang: 'en' },
    { path: '/token', user: U1, sign: 'row-1', lang: 'zh' },
    { path: '/channel', user: U100, sign: 'row-1', lang: 'zh' },
    { path: '/channel', user: U100, sign: 'row-1', lang: 'en' },
  ])('$path is there after twelve requests at most, in $lang', async ({ path, user, sign, lang }) => {
    await using visit = await open({ ...(user && { user }), answers: firstAnswers, storage: { 'ui.lang': lang } })
    const requests: string[] = []
    visit.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await visit.goto(path)
    await visit.id(sign).waitFor()
    await atRest(visit)
    expect(requests).toContain('/api/status')
    expect(requests.slice(12)).toEqual([])
  })

  it('does not move when the checklist of a new installation comes', async () => {
    // Without a version: a console of another one is told so by a bar above everything.
    await using visit = await open({ user: U100, answers: firstAnswers, status: { ...ST_MIN, version: '' } })
    await visit.page.addInitScript(WATCH_SHIFT)
    await visit.goto('/')
    await visit.id('btn-setup-address').waitFor()
    await atRest(visit)
    expect(await visit.page.evaluate<number>('globalThis.shift')).toBeLessThanOrEqual(0.02)
  })

  it('shows its frame before any code has come', async () => {
    await using visit = await open()
    await visit.page.route('**/assets/*.js', () => undefined)
    const frame = visit.page.locator('.first-paint')
    await visit.page.goto(`${visit.origin}/token`, { waitUntil: 'commit' })
    await frame.locator('.first-paint-side').waitFor()
    await visit.page.goto(`${visit.origin}/login`, { waitUntil: 'commit' })
    await frame.locator('svg').waitFor()
    expect(await frame.locator('.first-paint-side').isVisible()).toBe(false)
  })

  it('does not bring the charts to a page without one', async () => {
    await using visit = await open()
    const loaded: string[] = []
    visit.page.on('response', (response) => loaded.push(response.url()))
    await visit.goto('/login')
    await atRest(visit)
    expect(loaded.filter((url) => url.includes('spend-chart'))).toEqual([])
  })
})
