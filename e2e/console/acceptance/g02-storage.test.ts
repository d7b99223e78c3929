import { expect, it } from 'bun:test'
import { eventually } from '../../../tools/testing/eventually.ts'
import { ST_FULL, U10, channel } from './harness/fixtures.ts'
import { fail, ok } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const models = { 1: ['gpt-4'], 14: ['claude-x'] }

acceptance('G02 storage', (open) => {
  it('C-037 C-038 C-039 C-040 C-047 C-093 keeps the status and shows the name and the logo', async () => {
    await using visit = await open({ path: '/about', status: ST_FULL })
    await visit.id('system-name').getByText('Gate').waitFor()
    const status = await eventually('the status is stored', async () => (await visit.stored('status')) ?? undefined)
    expect(JSON.parse(status)).toEqual({ ...ST_FULL })
    const texts = await Promise.all(
      ['system_name', 'logo', 'footer_html', 'quota_per_unit', 'display_in_currency'].map((key) => visit.stored(key)),
    )
    expect(texts).toEqual(['Gate', '/x.png', '<b id="cf">foot</b>', '500000', 'true'])
    expect(await visit.id('logo').first().getAttribute('src')).toEndWith('/x.png')
  })

  it('C-045 C-046 has a name and a logo before the server answers', async () => {
    await using visit = await open({ path: '/about', answers: { 'GET /api/status': () => new Promise(() => undefined) } })
    expect(await visit.id('logo').first().getAttribute('src')).toEndWith('/logo.png')
    expect((await visit.id('system-name').textContent())?.length).toBeGreaterThan(0)
  })

  it('C-042 C-043 keeps the models of every type in storage and in memory', async () => {
    await using visit = await open({
      user: U10,
      path: '/channel',
      answers: { 'GET /api/channel/': ok([channel(5)]), 'GET /api/models': ok(models) },
    })
    const stored = await eventually('the models are stored', async () => (await visit.stored('channel_models')) ?? undefined)
    expect(JSON.parse(stored)).toEqual({ 1: ['gpt-4'], 14: ['claude-x'] })
    await visit.page.evaluate(`localStorage.removeItem('channel_models')`)
    await visit.id('btn-add').click()
    await visit.id('btn-fill-related').click()
    expect(await visit.id('field-models').locator('.ant-select-selection-item').allTextContents()).toEqual(['gpt-4'])
  })

  it('C-044 leaves the stored models alone when the server refuses', async () => {
    await using visit = await open({
      user: U10,
      path: '/channel',
      storage: { channel_models: '{"1":["old"]}' },
      answers: { 'GET /api/models': fail('no') },
    })
    await visit.toast('error', 'no')
    expect(await visit.stored('channel_models')).toBe('{"1":["old"]}')
  })

  it('C-048 remembers that the notice was closed', async () => {
    await using visit = await open({ user: U10, path: '/channel' })
    await visit.id('btn-dismiss-notice').click()
    const done = await visit.page.evaluate<readonly string[]>(`Object.keys(localStorage).filter((key) => key.startsWith('prompt-'))`)
    expect(done).toHaveLength(1)
    expect(await visit.stored(done[0] ?? '')).toBe('true')
  })

  it('C-050 treats a broken user as signed out', async () => {
    await using visit = await open({ path: '/token', storage: { user: '{broken' } })
    await visit.arrives('/login')
    expect(visit.errors).toEqual([])
  })
})
