import { expect, it } from 'bun:test'
import { ST_MIN } from './harness/fixtures.ts'
import { PUT, openTab, sent } from './harness/options.ts'
import { fail, ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import type { Visit } from './harness/visit.ts'

const TEXTS = ['Notice', 'SystemName', 'Theme', 'Logo', 'HomePageContent', 'About', 'Footer'] as const

acceptance('G23 other settings', (open) => {
  const atOther = (answers = {}) => openTab(open, 'other', { answers })

  it('C-568 C-569 C-579 C-580 has every field, every section and a button for each', async () => {
    await using visit = await atOther()
    for (const key of TEXTS) for (const kind of ['field', 'btn-save']) expect(await visit.id(`${kind}-${key}`).isVisible()).toBe(true)
    for (const name of ['btn-check-updates', 'btn-clear-logs', 'btn-save-monitor', 'btn-save-quota', 'btn-save-ratio'])
      expect([name, await visit.id(name).count()]).toEqual([name, 1])
    expect([visit.errors, visit.complaints]).toEqual([[], []])
  })

  it('C-570 C-571 C-572 C-573 C-574 C-575 C-576 each field is saved by itself', async () => {
    await using visit = await atOther()
    for (const [at, key] of TEXTS.entries()) {
      await visit.id(`field-${key}`).fill(`new ${key}`)
      await visit.id(`btn-save-${key}`).click()
      await visit.api.called(PUT, at + 1)
    }
    expect(sent(visit)).toEqual(TEXTS.map((key) => ({ key, value: `new ${key}` })))
  })

  it('C-577 C-578 asks the project for its latest release and shows it', async () => {
    await using visit = await atOther()
    await visit.page.route('https://api.github.com/**', (route) =>
      route.fulfill({ json: { tag_name: 'v9.9.9', body: 'hello' }, headers: { 'access-control-allow-origin': '*' } }),
    )
    await visit.settle()
    visit.api.forget()
    await visit.id('btn-check-updates').click()
    const dialog = visit.page.getByRole('dialog')
    await dialog.getByText('hello').waitFor()
    expect(await dialog.textContent()).toContain('v9.9.9')
    expect([visit.outside.length, visit.api.calls().length]).toEqual([1, 0])
  })

  it('shows the notes of a release without anything active, tells that an older one is none, and asks nobody where it must not', async () => {
    const feed = 'https://api.github.com/repos/mirror/weir/releases/latest'
    await using visit = await openTab(open, 'other', { visit: { status: { ...ST_MIN, version: 'v2.0.0', releases_url: feed } } })
    let release: object = {
      tag_name: 'v2.1.0',
      html_url: 'javascript:window.hacked=1',
      body: '**new** <img src=x onerror="window.hacked=1"><script>window.hacked=1</script> [go](javascript:window.hacked=1)',
    }
    await visit.page.route(feed, (route) => route.fulfill({ json: release, headers: { 'access-control-allow-origin': '*' } }))
    await visit.id('btn-check-updates').click()
    const dialog = visit.page.getByRole('dialog')
    await dialog.locator('strong', { hasText: 'new' }).waitFor()
    expect(await dialog.locator('a[href^="javascript"]').count()).toBe(0)
    expect(await dialog.locator('a[href^="https://github.com/"]').count()).toBe(1)
    expect([await dialog.locator('script').count(), await visit.page.evaluate('window.hacked')]).toEqual([0, undefined])
    await dialog.getByRole('button').last().click()
    release = { tag_name: 'v1.9.9', body: 'old' }
    await visit.id('btn-check-updates').click()
    await visit.toast('success', 'v2.0.0')
    await visit.page.unroute(feed)
    await visit.page.route(feed, (route) => route.fulfill({ status: 503, headers: { 'access-control-allow-origin': '*' } }))
    await visit.id('btn-check-updates').click()
    await visit.toast('error', '检查更新失败：发布页返回 HTTP 503')
    await using closed = await openTab(open, 'other', { visit: { status: { ...ST_MIN, releases_url: '' } } })
    await closed.id('field-Notice').waitFor()
    expect(await closed.id('btn-check-updates').count()).toBe(0)
  })

  it('C-581 the tail saves what the operation tab saves', async () => {
    await using visit = await atOther({ 'DELETE /api/log/': ok(1) })
    await visit.id('field-QuotaForNewUser').fill('100')
    await visit.id('btn-save-quota').click()
    expect((await visit.api.called(PUT)).body).toEqual({ key: 'QuotaForNewUser', value: '100' })
    await visit.id('btn-clear-logs').click()
    await visit.id('btn-confirm').click()
    await visit.api.called('DELETE /api/log/')
  })

  it('C-582 a refusal is told', async () => {
    await using visit = await atOther({ [PUT]: fail('bad theme') })
    await visit.id('field-Theme').fill('nope')
    await visit.id('btn-save-Theme').click()
    await visit.toast('error', 'bad theme')
  })

  it('the theme of the operator is the look of everyone who has not chosen, also before the server has answered again', async () => {
    const painted = (visit: Visit) => visit.page.evaluate<string>('getComputedStyle(document.body).backgroundColor')
    await using visit = await open({ path: '/about', status: { ...ST_MIN, theme: 'dark' }, theme: 'light' })
    await visit.page.locator('html[data-theme="dark"]').waitFor({ state: 'attached' })
    expect(await painted(visit)).toBe('rgb(16, 23, 28)')
    visit.api.answer('GET /api/status', () => new Promise(() => {}))
    await visit.page.reload()
    expect(await visit.page.locator('html').getAttribute('data-theme')).toBe('dark')
    await using light = await open({ path: '/about', status: { ...ST_MIN, theme: 'dark' }, storage: { 'ui.theme': 'light' } })
    await light.id('footer').waitFor()
    expect(await painted(light)).toBe('rgb(243, 246, 248)')
  })

  it('previews Markdown with everything active removed', async () => {
    await using visit = await atOther()
    await visit.id('field-Notice').fill('**bold** <img src=x onerror="window.hacked=1">')
    await visit.id('btn-preview-Notice').click()
    await visit.page.locator('strong', { hasText: 'bold' }).waitFor()
    expect(await visit.page.evaluate('window.hacked')).toBeUndefined()
  })

  it('leads from what stands on two tabs to the other one', async () => {
    await using visit = await openTab(open, 'other')
    for (const name of ['history', 'monitor', 'quota', 'ratio']) await visit.id(`section-${name}`).getByTestId('twin').waitFor()
    await visit.id('section-quota').getByRole('link', { name: '运营设置' }).click()
    await visit.arrives('/setting?tab=operation')
    await visit.id('section-quota').getByRole('link', { name: '其他设置' }).waitFor()
  })
})
