import { expect, it } from 'bun:test'
import type { Locator } from 'playwright-core'
import { eventually } from '../../../tools/testing/eventually.ts'
import { U1, U10, U100, channel, logRow, token, user } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'

const boxOf = async (place: Locator) => {
  const box = await place.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return box
}

acceptance('work in lists', (open) => {
  it('tells what was switched, below the header, and takes it back', async () => {
    const answers = { 'GET /api/token/': ok([token(7, { name: 'app' })]), 'PUT /api/token/': ok() }
    await using visit = await open({ user: U1, path: '/token', answers })
    await visit.act(7, 'disable').click()
    const undo = visit.id('btn-toast-action')
    await undo.waitFor()
    const words = await visit.toasts().filter({ has: undo }).textContent()
    expect([words?.includes('操作成功完成'), words?.includes('已禁用「app」'), await undo.textContent()]).toEqual([true, true, '撤销'])
    const header = await boxOf(visit.page.locator('header').first())
    expect((await boxOf(visit.toasts().first())).y).toBeGreaterThanOrEqual(header.y + header.height)
    await undo.click()
    await visit.act(7, 'disable').waitFor()
    await visit.api.called('PUT /api/token/', 2)
    expect(visit.api.calls('PUT /api/token/').map(({ body }) => body)).toEqual([
      { id: 7, status: 2 },
      { id: 7, status: 1 },
    ])
  })

  it('takes a changed priority back', async () => {
    const answers = { 'GET /api/channel/': ok([channel(5, { name: 'main', priority: 3 })]), 'PUT /api/channel/': ok() }
    await using visit = await open({ user: U10, path: '/channel', answers })
    const field = visit.cell(5, 'priority').locator('input')
    await field.fill('8')
    await field.press('Enter')
    const undo = visit.id('btn-toast-action')
    await undo.waitFor()
    expect(await visit.toasts().filter({ has: undo }).textContent()).toContain('「main」的优先级：3 → 8')
    await undo.click()
    await visit.api.called('PUT /api/channel/', 2)
    expect(visit.api.calls('PUT /api/channel/').map(({ body }) => body)).toEqual([
      { id: 5, priority: 8 },
      { id: 5, priority: 3 },
    ])
    await eventually('the field holds 3 again', async () => ((await field.inputValue()) === '3' ? true : undefined))
  })

  it('keeps the buttons in sight below a hundred codes, and the copy button beside them', async () => {
    const codes = Array.from({ length: 100 }, (_, at) => `code-${String(at).padStart(3, '0')}`)
    await using visit = await open({
      user: U10,
      path: '/redemption/add',
      viewport: { width: 390, height: 700 },
      answers: { 'POST /api/redemption/': ok(codes) },
    })
    await visit.id('field-name').fill('gift')
    await visit.id('btn-save').click()
    await visit.id('created-codes').waitFor()
    const footer = await boxOf(visit.id('btn-to-list'))
    expect(footer.y + footer.height).toBeLessThanOrEqual(700)
    const list = await boxOf(visit.id('created-codes').locator('pre'))
    expect((await boxOf(visit.id('btn-copy-codes'))).x).toBeGreaterThanOrEqual(list.x + list.width)
  })

  it('knows a token by its masked key, its last use and its limits, and offers a chat only where there is one', async () => {
    const row = token(7, { key: 'abcdefghx7Qa', models: 'gpt-4o,gpt-5', group: 'vip', accessed_time: 1_704_164_645 })
    await using visit = await open({ user: U1, path: '/token', answers: { 'GET /api/token/': ok([row, token(8)]) } })
    await visit.row(7).waitFor()
    const shown = ['key', 'limits', 'accessed_time'].map((name) => visit.cell(7, name).textContent())
    expect(await Promise.all(shown)).toEqual(['sk-••••••••x7Qa', '2 个模型 · 分组 vip', '2024-01-02 03:04:05'])
    expect(await visit.cell(8, 'accessed_time').textContent()).toBe('尚未使用')
    expect([await visit.act(7, 'copy').count(), await visit.act(7, 'chat').count()]).toEqual([1, 0])
  })

  it('cuts no address beside empty space', async () => {
    const email = 'a-name-of-forty-letters@that-is-not.short'
    const answers = { 'GET /api/user/': ok([user(2, { email })]) }
    await using visit = await open({ user: U100, path: '/user', viewport: { width: 1440, height: 900 }, answers })
    await visit.cell(2, 'email').waitFor()
    const isCut = `[...document.querySelectorAll('[data-testid="cell-email"] *')].some((part) => part.scrollWidth > part.clientWidth && part.clientWidth > 0)`
    expect(await visit.page.evaluate<boolean>(isCut)).toBe(false)
  })

  it.each([1110, 1200, 1360])('shows names of any length at %i px without scrolling sideways, the whole name at hand', async (width) => {
    const name = 'a-name-of-more-than-sixty-letters-'.repeat(3)
    const row = logRow(5, {
      username: name,
      model_name: name,
      token_name: name,
      channel: 4,
      channel_name: name,
      content: name,
      quota: 123_456_789,
    })
    const answers = { 'GET /api/log/': ok([row]) }
    await using visit = await open({ user: U100, path: '/log', viewport: { width, height: 900 }, answers, storage: { 'ui.lang': 'en' } })
    await visit.row(5).waitFor()
    const frame = `document.querySelector('[data-testid="table-log"]').parentElement`
    expect(await visit.page.evaluate<number>(`${frame}.scrollWidth - ${frame}.clientWidth`)).toBe(0)
    for (const cell of ['username', 'model_name', 'token_name'])
      expect(await visit.cell(5, cell).locator('[title]').first().getAttribute('title')).toBe(name)
  })

  it('gives every column a place of its own where there is room, and lets them share where there is none', async () => {
    const shares = `document.querySelector('[data-testid="cell-email"]').closest('td').contains(document.querySelector('[data-testid="cell-group"]'))`
    const shown = async (email: string, width: number): Promise<boolean> => {
      const answers = { 'GET /api/user/': ok([user(2, { username: 'ann', display_name: 'Ann', email })]) }
      await using visit = await open({ user: U100, path: '/user', viewport: { width, height: 900 }, answers })
      await visit.cell(2, 'email').waitFor()
      return await visit.page.evaluate<boolean>(shares)
    }
    expect([await shown('ann@a.example', 1440), await shown('ann@a.example', 1120)]).toEqual([false, true])
  })
})
