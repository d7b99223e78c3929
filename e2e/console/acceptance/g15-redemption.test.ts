import { readFile } from 'node:fs/promises'
import { expect, it } from 'bun:test'
import { U10, redemption } from './harness/fixtures.ts'
import { fail, ok, type Reply } from './harness/replies.ts'
import { acceptance } from './harness/suite.ts'
import { zh } from './harness/texts.ts'

const rows = [redemption(5), redemption(4)]
const listing = (list: readonly unknown[], answers: Record<string, Reply> = {}) => ({
  user: U10,
  path: '/redemption',
  answers: { 'GET /api/redemption/': ok(list), ...answers },
})

acceptance('G15 redemptions', (open) => {
  it('C-377 C-378 C-379 C-380 C-381 C-382 lists codes with their columns, states and times', async () => {
    const list = [redemption(1, { status: 1 }), redemption(2, { status: 2 }), redemption(3, { status: 3, redeemed_time: 1_704_164_645 })]
    await using visit = await open(listing(list, { 'GET /api/redemption/search': ok([]) }))
    expect((await visit.api.called('GET /api/redemption/')).query).toEqual({ p: '0' })
    await visit.row(3).waitFor()
    const head = await visit.id('table-redemption').locator('thead').textContent()
    for (const title of ['ID', '名称', '状态', '额度', '创建时间', '兑换时间', '操作']) expect(head).toContain(title)
    expect(await Promise.all([1, 2, 3].map((id) => visit.cell(id, 'status').textContent()))).toEqual(['未使用', '已禁用', '已使用'])
    expect(await visit.cell(3, 'created_time').textContent()).toBe('2023-11-14 22:13:20')
    expect(await visit.cell(3, 'redeemed_time').textContent()).toBe('2024-01-02 03:04:05')
    expect(await visit.cell(1, 'redeemed_time').textContent()).toBe(zh['redemption.notRedeemed'])
    const hint = (await visit.id('search').getAttribute('placeholder')) ?? ''
    expect([hint.includes('ID'), hint.includes('名称')]).toEqual([true, true])
    await visit.id('search').fill(' x ')
    await visit.id('search').press('Enter')
    expect((await visit.api.called('GET /api/redemption/search')).query).toEqual({ keyword: 'x' })
  })

  it('C-383 copies a code', async () => {
    await using visit = await open(listing(rows))
    await visit.act(4, 'copy').click()
    await visit.toast('success', '')
    expect(await visit.clipboard()).toBe('code4')
  })

  it('C-384 puts the code into the search box when the clipboard refuses', async () => {
    await using visit = await open({ ...listing(rows), isClipboardBlocked: true })
    await visit.act(4, 'copy').click()
    await visit.toast('warning', zh['error.clipboard'])
    expect(await visit.id('search').inputValue()).toBe('code4')
  })

  it('C-385 C-386 deletes after a question', async () => {
    await using visit = await open(listing(rows, { 'DELETE /api/redemption/4/': ok() }))
    await visit.act(4, 'delete').click()
    await visit.id('btn-confirm').waitFor()
    expect(await visit.page.getByRole('dialog').textContent()).toContain('ID 4，额度 $0.20，创建于 2023-11-14')
    await visit.expectNoCall('DELETE /api/redemption/4/')
    await visit.id('btn-confirm').click()
    await visit.api.called('DELETE /api/redemption/4/')
    await visit.row(4).waitFor({ state: 'detached' })
  })

  it.each([
    ['C-387', 1, { action: 'disable', next: 2 }],
    ['C-388', 2, { action: 'enable', next: 1 }],
  ] as const)('%s switches a code whose status is %d', async (_code, status, { action, next }) => {
    await using visit = await open(listing([redemption(4, { status })], { 'PUT /api/redemption/': ok(redemption(4, { status: next })) }))
    await visit.act(4, action).click()
    const { query, body } = await visit.api.called('PUT /api/redemption/')
    expect({ query, body }).toEqual({ query: { status_only: 'true' }, body: { id: 4, status: next } })
  })

  it('C-389 C-390 leaves a used code alone and leads to the form', async () => {
    await using visit = await open(listing([redemption(4, { status: 3 })]))
    const toggle = visit.row(4).locator('[data-testid="act-disable"], [data-testid="act-enable"]')
    expect(await toggle.isDisabled()).toBe(true)
    await toggle.click({ force: true })
    await visit.expectNoCall('PUT /api/redemption/')
    await visit.act(4, 'edit').click()
    await visit.arrives('/redemption/edit/4')
  })

  it('C-391 C-392 C-393 starts a new code with its defaults and needs a name', async () => {
    await using visit = await open({ user: U10, path: '/redemption/add' })
    expect(await visit.id('field-quota').inputValue()).toBe('100000')
    expect(await visit.id('field-count').inputValue()).toBe('1')
    expect(await visit.id('field-quota-money').inputValue()).toBe('0.2')
    await visit.id('field-quota-chip-5').click()
    expect(await visit.id('field-quota').inputValue()).toBe('2500000')
    await visit.id('btn-save').click()
    await visit.expectNoCall('POST /api/redemption/')
  })

  it('C-394 C-395 C-396 C-397 creates codes and downloads them', async () => {
    await using visit = await open({
      user: U10,
      path: '/redemption/add',
      answers: { 'POST /api/redemption/': ok(['c1', 'c2', 'c3']) },
    })
    await visit.id('field-name').fill('gift')
    await visit.id('field-quota').fill('5000.7')
    await visit.id('field-count').fill('3')
    const [file] = await Promise.all([visit.page.waitForEvent('download'), visit.id('btn-save').click()])
    expect((await visit.api.called('POST /api/redemption/')).body).toEqual({ name: 'gift', quota: 5000, count: 3 })
    expect(file.suggestedFilename()).toBe('gift.txt')
    expect(await readFile(await file.path(), 'utf8')).toBe('c1\nc2\nc3')
  })

  it('C-391 C-398 edits a code without a count', async () => {
    const answers = { 'GET /api/redemption/4': ok(redemption(4)), 'PUT /api/redemption/': ok(redemption(4)) }
    await using visit = await open({ user: U10, path: '/redemption/edit/4', answers })
    await visit.api.called('GET /api/redemption/4')
    expect([await visit.id('field-name').inputValue(), await visit.id('field-count').count()]).toEqual(['gift 4', 0])
    await visit.id('btn-save').click()
    const { query, body } = await visit.api.called('PUT /api/redemption/')
    expect(query).toEqual({})
    expect(body).toEqual({ id: 4, name: 'gift 4', quota: 100_000, quota_read: 100_000 })
  })

  it('C-399 downloads nothing after a refusal', async () => {
    await using visit = await open({ user: U10, path: '/redemption/add', answers: { 'POST /api/redemption/': fail('too many') } })
    let downloads = 0
    visit.page.on('download', () => (downloads += 1))
    await visit.id('field-name').fill('gift')
    await visit.id('btn-save').click()
    await visit.toast('error', 'too many')
    await visit.settle()
    expect(downloads).toBe(0)
  })
})
