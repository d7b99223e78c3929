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

  it('does not bring the charts to a page without one', async () => {
    await using visit = await open()
    const loaded: string[] = []
    visit.page.on('response', (response) => loaded.push(response.url()))
    await visit.goto('/login')
    await atRest(visit)
    expect(loaded.filter((url) => url.includes('spend-chart'))).toEqual([])
  })
})
