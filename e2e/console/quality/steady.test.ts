import { expect, it } from 'bun:test'
import type { Locator } from 'playwright-core'
import { ST_FULL, ST_MIN, U100, logRow } from '../acceptance/harness/fixtures.ts'
import { held, httpError, ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('what is measured cannot be seen')
  return box
}

acceptance('what stands on a page', (open) => {
  it.each([360, 1440])('a toast leaves the bar about the password free at %i px', async (width) => {
    const user = { ...U100, default_password: true as const }
    const answers = { ...answersNaming('app'), 'GET /api/token/': httpError(500) }
    await using visit = await open({ user, path: '/token', answers, status: ST_FULL, viewport: { width, height: 800 } })
    await visit.toasts('error').first().waitFor()
    const bar = await boxOf(visit.id('banner-password'))
    const toast = await boxOf(visit.toasts('error').first())
    expect(bar.height).toBeGreaterThan(20)
    expect(toast.y).toBeGreaterThanOrEqual(bar.y + bar.height)
    expect(toast.y + toast.height).toBeLessThan(400)
  })

  it.each([
    ['/channel/edit/1', 'GET /api/channel/1', 'field-type'],
    ['/token/edit/1', 'GET /api/token/1', 'field-name'],
    ['/redemption/edit/1', 'GET /api/redemption/1', 'field-name'],
    ['/user/edit/2', 'GET /api/user/2', 'field-username'],
    ['/user/edit', 'GET /api/user/self', 'field-username'],
  ] as const)('%s shows the frame of its form before the record is there, where the form will be', async (path, call, first) => {
    const answers = answersNaming('app')
    const { reply, release } = held()
    await using visit = await open({ user: U100, path, answers: { ...answers, [call]: () => reply } })
    const bones = visit.id('page-loading').locator('[data-part="field"]').first()
    await bones.waitFor()
    const before = await boxOf(bones)
    const answer = answers[call] ?? answers['GET /api/user/2']
    if (answer === undefined || typeof answer === 'function') throw new Error(`${call} has no plain answer`)
    release(answer)
    await visit.id(first).first().waitFor()
    // The server of the test has another version than the console.
    await visit.id('banner-version').waitFor()
    const form = await boxOf(visit.page.locator('form .ant-form-item-control-input').first())
    const moved = { x: Math.abs(form.x - before.x), y: Math.abs(form.y - before.y), width: Math.abs(form.width - before.width) }
    expect(Math.max(...Object.values(moved))).toBeLessThanOrEqual(2)
  })

  it.each([360, 1440])('word of another version moves nothing at %i px, and reloads the page when it is agreed to', async (width) => {
    const { reply, release } = held()
    const answers = { ...answersNaming('app'), 'GET /api/status': () => reply }
    await using visit = await open({ user: U100, path: '/token/add', answers, viewport: { width, height: 800 } })
    const places = [visit.id('field-name'), visit.id('btn-save'), visit.id('btn-commands'), visit.page.getByRole('heading').first()]
    await visit.id('field-name').waitFor()
    const corners = () => Promise.all(places.map(async (place) => boxOf(place).then(({ x, y }) => [x, y])))
    const before = await corners()
    release(ok({ ...ST_MIN, version: 'v9.9.9' }))
    await visit.id('banner-version').waitFor()
    expect(await corners()).toEqual(before)
    const { x, width: wide, height } = await boxOf(visit.id('banner-version'))
    expect([x >= 0 && x + wide <= width, height >= (width === 360 ? 44 : 24)]).toEqual([true, true])
    await visit.id('banner-version').click()
    await visit.page.getByText('服务器已更新到 v9.9.9，刷新页面即可使用新版控制台。').waitFor()
    await visit.page.getByRole('dialog').getByTestId('btn-cancel').click()
    expect(visit.api.calls('GET /api/status').length).toBe(1)
    await visit.id('banner-version').click()
    await visit.id('btn-confirm').click()
    await visit.api.called('GET /api/status', 2)
  })

  it('long names leave the detail of a log room', async () => {
    const width = 1440
    const name = 'accounts/somebody/models/kept-for-the-evaluation-of-answers'
    const row = logRow(3, { username: name, token_name: name, model_name: name, channel_name: name, prompt_tokens: 1644, quota: 9196 })
    const answers = { ...answersNaming('app'), 'GET /api/log/': ok([row]) }
    await using visit = await open({ user: U100, path: '/log', answers, viewport: { width, height: 800 } })
    await visit.row(3).waitFor()
    expect((await boxOf(visit.row(3).getByTestId('cell-content'))).width).toBeGreaterThanOrEqual(150)
    expect((await boxOf(visit.id('table-log'))).width).toBeLessThanOrEqual(width)
  })

  it.each(['/audit', '/log?outcome=failed'])('the filters of %s reach both edges of a phone', async (path) => {
    await using visit = await open({ user: U100, path, answers: answersNaming('app'), viewport: { width: 360, height: 800 } })
    await visit.id('btn-more-filters').or(visit.id('field-action')).first().waitFor()
    if (path.startsWith('/log')) await visit.id('btn-more-filters').click()
    // Whatever stands first has room for its words.
    expect((await boxOf(visit.page.getByRole('search').locator('.ant-select').first())).width).toBeGreaterThanOrEqual(120)
    const toolbar = await boxOf(visit.page.getByRole('search'))
    const from = await boxOf(visit.id('field-start'))
    const to = await boxOf(visit.id('field-end'))
    // 16 px around the fields, and what a field has around its words: the sign of a calendar at its end.
    expect(from.x - toolbar.x).toBeLessThanOrEqual(32)
    expect(toolbar.x + toolbar.width - (to.x + to.width)).toBeLessThanOrEqual(50)
  })
})
