import { expect, it } from 'bun:test'
import { U1, U100, user } from './harness/fixtures.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'

const alice = user(2, { username: 'alice', display_name: 'Alice', email: 'a@b.c', github_id: 'gh-alice', wechat_id: 'wx-alice' })
const adding = (answers: Record<string, Reply> = {}) => ({
  user: U100,
  path: '/user/add',
  answers: { 'POST /api/user/': ok(), ...answers },
})
const editing = (answers: Record<string, Reply> = {}) => ({
  user: U100,
  path: '/user/edit/2',
  answers: { 'GET /api/user/2': ok(alice), 'PUT /api/user/': ok(), ...answers },
})
const own = (answers: Record<string, Reply> = {}) => ({
  user: U1,
  path: '/user/edit',
  answers: { 'GET /api/user/self': ok(alice), 'PUT /api/user/self': ok(), ...answers },
})

acceptance('G19 user form', (open) => {
  it('C-460 C-461 C-462 C-464 C-465 needs a name and a long enough password', async () => {
    await using visit = await open(adding())
    expect(await visit.id('field-password').getAttribute('placeholder')).toContain('8')
    await visit.id('field-display_name').fill('Carol')
    await visit.id('field-password').fill('password1')
    await visit.id('btn-save').click()
    await visit.id('field-username').fill('carol')
    await visit.id('field-password').fill('')
    await visit.id('btn-save').click()
    await visit.id('field-password').fill('1234567')
    await visit.id('btn-save').click()
    await visit.expectNoCall('POST /api/user/')
    expect(await visit.toasts().count()).toBe(0)
  })

  it('C-463 C-480 creates a user', async () => {
    await using visit = await open(adding())
    await visit.id('field-username').fill('carol')
    await visit.id('field-display_name').fill('Carol')
    await visit.id('field-password').fill('password1')
    await visit.id('btn-save').click()
    const { body } = await visit.api.called('POST /api/user/')
    expect(body).toEqual({ username: 'carol', display_name: 'Carol', password: 'password1' })
    await visit.toast('success', '')
  })

  it('gives a new user a group, a balance and, as root, a role', async () => {
    await using visit = await open(adding())
    await visit.id('field-username').fill('carol')
    await visit.id('field-password').fill('password1')
    await visit.page.locator('input#group').fill('vip')
    await visit.id('field-quota-chip-5').click()
    await visit.id('field-role').click()
    await visit.page.locator('.ant-select-item-option').filter({ hasText: '管理员' }).click()
    await visit.id('btn-save').click()
    const { body } = await visit.api.called('POST /api/user/')
    expect(body).toMatchObject({ username: 'carol', group: 'vip', quota: 2_500_000, role: 10 })
  })

  it('C-466 C-467 C-468 C-480 C-608 edits the own record through the self endpoint', async () => {
    await using visit = await open(own())
    await visit.id('field-username').waitFor()
    expect(await visit.id('field-group').count()).toBe(0)
    expect(await visit.id('field-quota').count()).toBe(0)
    await visit.id('field-display_name').fill('A.')
    await visit.id('btn-save').click()
    expect((await visit.api.called('PUT /api/user/self')).body).toMatchObject({ username: 'alice', display_name: 'A.' })
    await visit.toast('success', '')
    expect(visit.api.calls('GET /api/user/2')).toEqual([])
  })

  it('C-469 C-470 C-471 C-472 C-473 C-474 C-475 edits another user with group and quota', async () => {
    await using visit = await open(editing())
    await visit.api.called('GET /api/user/2')
    await visit.api.called('GET /api/group/')
    await visit.id('field-group').waitFor()
    await visit.page.getByText('分组倍率').waitFor()
    for (const name of ['github_id', 'wechat_id', 'email'] as const) {
      expect(await visit.id(`field-${name}`).isEditable()).toBe(false)
      expect(await visit.id(`field-${name}`).inputValue()).toBe(alice[name])
    }
    await visit.id('field-group').locator('input').click()
    const options = visit.page.locator('.ant-select-dropdown .ant-select-item-option')
    await options.first().waitFor()
    expect(await options.allTextContents()).toEqual(['default', 'vip'])
    await visit.id('field-group').locator('input').fill('brand-new')
    await visit.page.keyboard.press('Escape')
    await visit.id('field-quota').fill('1000')
    await visit.id('btn-save').click()
    expect((await visit.api.called('PUT /api/user/')).body).toMatchObject({ id: 2, group: 'brand-new', quota: 1000 })
  })

  it('C-478 shows the default group where none is stored', async () => {
    await using visit = await open(editing({ 'GET /api/user/2': ok({ ...alice, group: '' }) }))
    await visit.id('field-group').waitFor()
    expect(await visit.id('field-group').locator('input').inputValue()).toBe('default')
  })

  it('C-476 C-477 cancelling leads to the settings', async () => {
    await using visit = await open(own())
    await visit.id('btn-cancel-form').click()
    await visit.arrives('/setting')
    await visit.goto('/user/edit')
    await visit.id('field-username').waitFor()
  })

  it('C-477 also from the record of another user', async () => {
    await using visit = await open(editing())
    await visit.id('btn-cancel-form').click()
    await visit.arrives('/setting')
  })

  it('C-479 says why a record cannot be saved', async () => {
    await using visit = await open(editing({ 'PUT /api/user/': fail('name taken') }))
    await visit.id('btn-save').click()
    await visit.toast('error', 'name taken')
  })
})
