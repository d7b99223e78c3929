import { expect, it } from 'bun:test'
import type { ManageAction } from '@weir/contract/user-admin'
import { U10, U100, user } from './harness/fixtures.ts'
import { fail, httpError, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'
import type { Visit } from './harness/visit.ts'

const alice = user(2, { username: 'alice', display_name: 'Alice', email: 'alice@example.com' })
const listing = (list: readonly unknown[], answers: Record<string, Reply> = {}) => ({
  user: U100,
  path: '/user',
  answers: { 'GET /api/user/': ok(list), ...answers },
})

const ORDERS = [zh['user.order.default'], zh['user.order.quota'], zh['user.order.usedQuota'], zh['user.order.requestCount']]

interface Deed {
  readonly codes: string
  readonly action: ManageAction
  readonly reply: { readonly status: number; readonly role: number }
  readonly field: 'role' | 'status'
  readonly text: string
}

acceptance('G18 users', (open) => {
  it('C-434 C-435 C-436 C-437 C-458 lists users with their columns and figures', async () => {
    const rich = user(2, { ...alice, quota: 750_000, used_quota: 500_000, request_count: 12_345 })
    await using visit = await open(listing([rich]))
    expect((await visit.api.called('GET /api/user/')).query).toEqual({ p: '0', order: '' })
    await visit.row(2).waitFor()
    expect(await visit.page.locator('h1').textContent()).toBe(zh['user.title'])
    const head = await visit.id('table-user').locator('thead').textContent()
    const titles = ['ID', '用户名', '显示名称', '邮箱', '分组', '剩余额度', '已用额度', '请求次数', '角色', '状态', '操作']
    for (const title of titles) expect(head).toContain(title)
    const cells = ['display_name', 'email', 'quota', 'used_quota', 'request_count']
    const texts = await Promise.all(cells.map((name) => visit.cell(2, name).textContent()))
    expect(texts).toEqual(['Alice', 'alice@example.com', '$1.50', '$1.00', '12.3k'])
  })

  it('C-438 C-439 C-440 searches and orders on the server', async () => {
    await using visit = await open(listing([alice], { 'GET /api/user/search': ok([alice]) }))
    await visit.row(2).waitFor()
    const orders = ['quota', 'used_quota', 'request_count']
    for (const [at, order] of orders.entries()) {
      await visit.id('order').click()
      const choices = visit.page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option')
      expect(await choices.allTextContents()).toEqual(ORDERS)
      await choices.nth(at + 1).click()
      expect((await visit.api.called('GET /api/user/', at + 2)).query).toEqual({ p: '0', order })
    }
    await visit.id('search').fill(' al ')
    await visit.id('search').press('Enter')
    expect((await visit.api.called('GET /api/user/search')).query).toEqual({ keyword: 'al' })
  })

  it('C-442 C-443 C-444 C-445 names roles and states and offers the actions', async () => {
    const list = [
      user(11, { role: 10, status: 2 }),
      user(12, { role: 1, status: 1 }),
      user(13, { role: 100, status: 9 }),
      user(14, { role: 5 }),
    ]
    await using visit = await open(listing(list))
    await visit.row(12).waitFor()
    const ids = [12, 11, 13, 14]
    const roles = await Promise.all(ids.map((id) => visit.cell(id, 'role').textContent()))
    expect(roles).toEqual(['普通用户', '管理员', '超级管理员', '未知身份'])
    expect(await Promise.all([12, 11, 13].map((id) => visit.cell(id, 'status').textContent()))).toEqual(['已激活', '已封禁', '未知状态'])
    for (const name of ['promote', 'demote', 'delete', 'disable', 'edit']) expect(await visit.act(12, name).count()).toBe(1)
    expect(await visit.act(12, 'enable').count()).toBe(0)
    expect([await visit.act(11, 'enable').count(), await visit.act(11, 'disable').count()]).toEqual([1, 0])
  })

  it('C-441 sorts the loaded rows by every column, up and down, without asking the server', async () => {
    const low = {
      username: 'a',
      display_name: 'A',
      email: 'a@a.a',
      group: 'a',
      quota: 9,
      used_quota: 9,
      request_count: 9,
      role: 1,
      status: 1,
    }
    const high = {
      username: 'b',
      display_name: 'B',
      email: 'b@b.b',
      group: 'b',
      quota: 10,
      used_quota: 10,
      request_count: 10,
      role: 10,
      status: 2,
    }
    await using visit = await open(listing([user(10, high), user(2, low)]))
    await visit.row(10).waitFor()
    await visit.settle()
    visit.api.forget()
    for (const field of ['id', ...Object.keys(low)]) {
      await visit.id(`sort-${field}`).click()
      expect({ field, ids: await visit.rowIds() }).toEqual({ field, ids: [2, 10] })
      await visit.id(`sort-${field}`).click()
      expect({ field, ids: await visit.rowIds() }).toEqual({ field, ids: [10, 2] })
    }
    await visit.settle()
    expect(visit.api.calls()).toEqual([])
  })

  const deeds: readonly Deed[] = [
    { codes: 'C-446 C-451 C-454', action: 'promote', reply: { status: 1, role: 10 }, field: 'role', text: '管理员' },
    { codes: 'C-447', action: 'demote', reply: { status: 1, role: 1 }, field: 'role', text: '普通用户' },
    { codes: 'C-448 C-452', action: 'disable', reply: { status: 2, role: 1 }, field: 'status', text: '已封禁' },
  ]
  it.each(deeds.map((deed) => [deed.codes, deed.action, deed] as const))('%s %s', async (_codes, action, { reply, field, text }) => {
    await using visit = await open(listing([alice], { 'POST /api/user/manage': ok(reply) }))
    await visit.act(2, action).click()
    await visit.id('btn-cancel').click()
    await visit.expectNoCall('POST /api/user/manage')
    await visit.act(2, action).click()
    expect(await visit.id('btn-confirm').textContent()).toContain('alice')
    await visit.id('btn-confirm').click()
    expect((await visit.api.called('POST /api/user/manage')).body).toEqual({ username: 'alice', action })
    await visit.toast('success', zh['common.done'])
    await visit.cell(2, field).getByText(text).waitFor()
    if (action === 'disable') await visit.act(2, 'enable').waitFor()
  })

  it('C-449 enables', async () => {
    await using visit = await open(listing([{ ...alice, status: 2 }], { 'POST /api/user/manage': ok({ status: 1, role: 1 }) }))
    await visit.act(2, 'enable').click()
    expect((await visit.api.called('POST /api/user/manage')).body).toEqual({ username: 'alice', action: 'enable' })
  })

  it('C-450 C-453 deletes after a question and hides the row', async () => {
    await using visit = await open(listing([alice, user(3)], { 'POST /api/user/manage': ok({ status: 3, role: 1 }) }))
    await visit.act(2, 'delete').click()
    await visit.id('btn-confirm').click()
    expect((await visit.api.called('POST /api/user/manage')).body).toEqual({ username: 'alice', action: 'delete' })
    await visit.row(2).waitFor({ state: 'detached' })
  })

  it('asks before it bans a selection', async () => {
    await using visit = await open(listing([alice, user(3)], { 'POST /api/user/manage': ok({ status: 2, role: 1 }) }))
    for (const id of [2, 3]) await visit.row(id).getByRole('checkbox').click()
    await visit.id('btn-bulk-disable').click()
    expect(await visit.id('btn-confirm').textContent()).toBe('封禁 2 个用户')
    await visit.expectNoCall('POST /api/user/manage')
    await visit.id('btn-confirm').click()
    await visit.api.called('POST /api/user/manage', 2)
  })

  it('adds to a balance by a chip, shows what it comes to, and sends the reason', async () => {
    const rich = { ...alice, quota: 750_000 }
    await using visit = await open(listing([rich], { 'POST /api/user/manage': ok({ status: 1, role: 1, quota: 3_250_000 }) }))
    await visit.row(2).getByTestId('btn-adjust').click()
    expect(await visit.id('btn-balance').isDisabled()).toBe(true)
    await visit.id('field-balance-chip-5').click()
    expect([await visit.id('field-balance').inputValue(), await visit.id('field-balance-money').inputValue()]).toEqual(['2500000', '5'])
    expect([await visit.id('balance-now').textContent(), await visit.id('balance-then').textContent()]).toEqual(['$1.50', '$6.50'])
    await visit.id('field-reason').fill('invoice 7')
    await visit.id('btn-balance').click()
    const sent = { id: 2, action: 'add_quota', mode: 'add', value: 2_500_000, reason: 'invoice 7' }
    expect((await visit.api.called('POST /api/user/manage')).body).toEqual(sent)
    await visit.cell(2, 'quota').getByText('$6.50').waitFor()
    await visit.id('btn-balance').waitFor({ state: 'detached' })
  })

  it('takes no more from a balance than it has, and sets it to nothing', async () => {
    const reply = ok({ status: 1, role: 1, quota: 0 })
    await using visit = await open(listing([{ ...alice, quota: 750_000 }], { 'POST /api/user/manage': reply }))
    await visit.act(2, 'edit-menu').click()
    await visit.page.getByRole('menuitem', { name: '余额' }).click()
    await visit.page.locator('[data-testid="field-balance-money"]:focus').waitFor()
    await visit.id('balance-subtract').click()
    await visit.id('field-balance-money').fill('1.51')
    await visit.id('balance-problem').waitFor()
    expect(await visit.id('btn-balance').isDisabled()).toBe(true)
    await visit.id('field-balance-money').press('Enter')
    await visit.id('balance-override').click()
    await visit.id('field-balance-money').fill('0')
    expect(await visit.id('balance-then').textContent()).toBe('$0.00')
    await visit.id('field-balance-money').press('Enter')
    expect((await visit.api.called('POST /api/user/manage')).body).toMatchObject({ mode: 'override', value: 0 })
    expect(visit.api.calls('POST /api/user/manage')).toHaveLength(1)
  })

  const openMenu = async (visit: Visit, id: number) => {
    await visit.act(id, 'edit-menu').click()
    return visit.page.getByRole('menuitem', { name: '重置两步验证' })
  }

  it('resets the second factor of a user after a question and a confirmation of who asks', async () => {
    const replies = [httpError(428, 'confirm'), ok()]
    const factors = { totp: false, passkeys: 0, recovery_codes: 0, has_password: true, is_required: false }
    const answers = { 'GET /api/user/factor': ok(factors), 'POST /api/user/factor/verify': ok(U100) }
    await using visit = await open({
      ...listing([alice]),
      answers: { ...listing([alice]).answers, ...answers, 'DELETE /api/user/2/factor': () => replies.shift() ?? fail('once more') },
    })
    await (await openMenu(visit, 2)).click()
    await visit.page.getByText('移除验证器应用、通行密钥和恢复码，并退出该用户的所有设备。请先确认是本人请求。').waitFor()
    await visit.id('btn-confirm').click()
    await visit.id('field-identity').fill('secret of root')
    await visit.id('btn-identity').click()
    await visit.toast('success', zh['common.done'])
    expect((await visit.api.called('POST /api/user/factor/verify')).body).toEqual({ password: 'secret of root' })
    expect(visit.api.calls('DELETE /api/user/2/factor')).toHaveLength(2)
  })

  it('does not reset the second factor of an account of the own rank or above', async () => {
    const list = [user(8, { role: 10 }), user(9, { role: 100 })]
    await using visit = await open({ ...listing(list), user: U10 })
    for (const id of [8, 9]) {
      const item = await openMenu(visit, id)
      expect(await item.getAttribute('aria-disabled')).toBe('true')
      await item.click({ force: true })
      await visit.page.keyboard.press('Escape')
    }
    expect(await visit.id('btn-confirm').count()).toBe(0)
    await visit.expectNoCall('DELETE /api/user/8/factor')
  })

  it('C-455 leaves the row as it was after a refusal', async () => {
    await using visit = await open(listing([alice], { 'POST /api/user/manage': fail('not allowed') }))
    await visit.act(2, 'disable').click()
    await visit.id('btn-confirm').click()
    await visit.toast('error', 'not allowed')
    expect(await visit.cell(2, 'status').textContent()).toBe('已激活')
  })

  it('C-456 cannot act upon a super admin', async () => {
    await using visit = await open({ ...listing([user(1, { role: 100 }), user(9, { role: 100, status: 2 })]), user: U100 })
    for (const [id, names] of [
      [1, ['promote', 'demote', 'delete', 'disable', 'edit']],
      [9, ['promote', 'demote', 'delete', 'enable', 'edit']],
    ] as const) {
      for (const name of names) {
        expect({ id, name, isDisabled: await visit.act(id, name).isDisabled() }).toEqual({ id, name, isDisabled: true })
        await visit.act(id, name).click({ force: true })
      }
    }
    await visit.expectNoCall('POST /api/user/manage')
    expect(visit.path).toBe('/user')
  })

  it('C-457 leads to the forms', async () => {
    await using visit = await open(listing([alice]))
    await visit.act(2, 'edit').click()
    await visit.arrives('/user/edit/2')
    await visit.goto('/user')
    await visit.id('btn-add').click()
    await visit.arrives('/user/add')
  })

  it('C-459 shows the pages around the current one and the ends', async () => {
    const many = Array.from({ length: 105 }, (_, at) => user(at + 1))
    await using visit = await open({ ...listing([], { 'GET /api/user/search': ok(many) }), path: '/user?keyword=user&page=6' })
    await visit.row(51).waitFor()
    const numbers = visit.id('pager').locator('.ant-pagination-item')
    expect(await numbers.allTextContents()).toEqual(['1', '5', '6', '7', '11'])
  })

  it('C-030 shortens long names and keeps the whole one at hand', async () => {
    await using visit = await open(listing([user(2, { username: 'abcdefghijklmnopqrst' })]))
    const name = visit.cell(2, 'username').locator('[title]')
    expect(await name.textContent()).toBe('abcdefghijklmn…')
    expect(await name.getAttribute('title')).toBe('abcdefghijklmnopqrst')
  })

  it.each([1280, 1440])('has no need to scroll sideways at %i px', async (width) => {
    const long = { username: 'abcdefghijkl', display_name: 'A name of some length', email: 'a.long.mailbox.name@department.example.com' }
    const list = [user(2, { ...long, quota: 500_000_000_000, request_count: 12_345 })]
    await using visit = await open({ ...listing(list), viewport: { width, height: 800 }, storage: { 'ui.lang': 'en' } })
    await visit.row(2).waitFor()
    const frame = `document.querySelector('[data-testid="table-user"]').parentElement`
    const hidden = await visit.page.evaluate<number>(`${frame}.scrollWidth - ${frame}.clientWidth`)
    expect(hidden).toBe(0)
  })
})
