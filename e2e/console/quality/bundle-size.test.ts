import { expect, it } from 'bun:test'
import { acceptance } from '../acceptance/harness/suite.ts'
import { atRest } from './screens.ts'

const KB = 1024
const MOST_KB = 250

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

  it('is there after twelve requests at most', async () => {
    await using visit = await open()
    const requests: string[] = []
    visit.page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    await visit.goto('/login')
    await visit.id('btn-login').waitFor()
    await atRest(visit)
    expect(requests).toContain('/api/status')
    expect(requests.length).toBeLessThanOrEqual(12)
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
