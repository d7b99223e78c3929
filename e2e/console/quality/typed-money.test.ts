import { expect, it } from 'bun:test'
import { U100, user } from '../acceptance/harness/fixtures.ts'
import { ok } from '../acceptance/harness/replies.ts'
import { acceptance } from '../acceptance/harness/suite.ts'
import { answersNaming } from './screens.ts'

const editing = (quota: number) => ({
  user: U100,
  path: '/user/edit/8',
  answers: { ...answersNaming('app'), 'GET /api/user/8': ok(user(8, { quota })), 'PUT /api/user/': ok() },
})

acceptance('typed money', (open) => {
  it('a debt stays what it is when the keyboard passes its fields', async () => {
    await using visit = await open(editing(-250_000))
    await visit.id('field-quota-money').focus()
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Tab')
    expect([await visit.id('field-quota-money').inputValue(), await visit.id('field-quota').inputValue()]).toEqual(['-0.5', '-250000'])
    await visit.id('field-display_name').fill('Mia')
    await visit.id('btn-save').click()
    const { body } = await visit.api.called('PUT /api/user/')
    expect(body).toMatchObject({ id: 8, display_name: 'Mia', quota: -250_000, quota_read: -250_000 })
  })

  it.each(['field-quota', 'field-quota-money'])('a balance below nothing in %s is refused and not taken for nothing', async (field) => {
    await using visit = await open(editing(500_000))
    await visit.id(field).fill('-5')
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('请填写不小于 0 的整数').waitFor()
    await visit.expectNoCall('PUT /api/user/')
  })

  it.each([
    ['/token/add', 'field-remain_quota', 'POST /api/token/'],
    ['/user/add', 'field-quota', 'POST /api/user/'],
  ] as const)('%s makes nothing with an amount below nothing', async (path, field, call) => {
    await using visit = await open({ user: U100, path, answers: answersNaming('app') })
    await visit.id(path === '/user/add' ? 'field-username' : 'field-name').fill('mia')
    if (path === '/user/add') await visit.id('field-password').fill('a long password')
    await visit.id(field).fill('-5')
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('请填写不小于 0 的整数').waitFor()
    await visit.expectNoCall(call)
  })

  it.each([
    ['１．５', 750_000],
    ['1。5', 750_000],
    ['$1.50', 750_000],
    [' 1.5 ', 750_000],
    ['1,500', 750_000_000],
  ] as const)('%s in the field of dollars is read as it is meant', async (text, units) => {
    await using visit = await open({ user: U100, path: '/token/add', answers: answersNaming('app') })
    await visit.id('field-name').fill('mia')
    await visit.id('field-remain_quota-money').fill(text)
    expect(await visit.id('field-remain_quota').inputValue()).toBe(String(units))
    await visit.id('btn-save').click()
    expect((await visit.api.called('POST /api/token/')).body).toMatchObject({ remain_quota: units })
  })

  it.each([
    ['field-remain_quota-money', '1,5'],
    ['field-remain_quota-money', '¥5'],
    ['field-remain_quota', '$5'],
    ['field-remain_quota', '5万'],
  ] as const)('%s does not take %s for another amount', async (field, text) => {
    await using visit = await open({ user: U100, path: '/token/add', answers: answersNaming('app') })
    await visit.id('field-name').fill('mia')
    await visit.id(field).fill('')
    await visit.id(field).pressSequentially(text)
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('请填写数字，例如 1500 或 1.5').waitFor()
    await visit.expectNoCall('POST /api/token/')
    expect(await visit.id(field).inputValue()).toBe(text)
  })

  it('an amount that no number holds exactly is refused', async () => {
    await using visit = await open({ user: U100, path: '/token/add', answers: answersNaming('app') })
    await visit.id('field-name').fill('mia')
    await visit.id('field-remain_quota-money').fill('99999999999999')
    await visit.page.keyboard.press('Enter')
    await visit.page.getByText('这个数太大了').waitFor()
    await visit.expectNoCall('POST /api/token/')
  })

  it('the dialog of a balance says that it cannot read an amount, and changes nothing', async () => {
    await using visit = await open({ user: U100, path: '/user', answers: answersNaming('app') })
    await visit.row(3).getByTestId('btn-adjust').click()
    await visit.id('field-balance-money').pressSequentially('1,5')
    await visit.page.keyboard.press('Enter')
    expect(await visit.id('balance-problem').textContent()).toContain('请填写数字，例如 1500 或 1.5')
    await visit.expectNoCall('POST /api/user/manage')
    await visit.id('field-balance-money').fill('１，５００')
    expect(await visit.id('field-balance').inputValue()).toBe('750000000')
  })

  it('a setting is not saved as another number than was typed', async () => {
    await using visit = await open({ user: U100, path: '/setting?tab=operation', answers: answersNaming('app') })
    await visit.id('field-QuotaPerUnit').fill('1,5')
    await visit.id('btn-save-general').click()
    await visit.page.getByText('请填写数字，例如 1500 或 1.5').waitFor()
    await visit.expectNoCall('PUT /api/option/')
    await visit.id('field-QuotaPerUnit').fill('５００，０００．５')
    await visit.id('field-QuotaPerUnit').press('ArrowUp')
    await visit.id('btn-save-general').click()
    expect((await visit.api.called('PUT /api/option/')).body).toEqual({ key: 'QuotaPerUnit', value: '500000.51' })
  })

  it('a balance is not set below nothing', async () => {
    await using visit = await open({ user: U100, path: '/user', answers: answersNaming('app') })
    await visit.row(3).getByTestId('btn-adjust').click()
    await visit.id('balance-override').click()
    await visit.id('field-balance').fill('7')
    await visit.id('field-balance').fill('-7')
    await visit.page.keyboard.press('Enter')
    await visit.expectNoCall('POST /api/user/manage')
    expect(await visit.id('btn-balance').isDisabled()).toBe(true)
  })
})
